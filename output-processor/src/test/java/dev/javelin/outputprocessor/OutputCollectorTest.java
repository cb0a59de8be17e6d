// SPDX-License-Identifier: Apache-2.0
package dev.javelin.outputprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.CompletionOutput;
import dev.javelin.engineapi.EngineException;
import dev.javelin.engineapi.FinishReason;
import dev.javelin.engineapi.Logprob;
import dev.javelin.engineapi.RequestOutput;
import dev.javelin.engineapi.RequestOutputKind;
import dev.javelin.engineapi.TokenIds;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OutputCollectorTest {
  private static RequestOutput output(
      int index, String text, int id, @Nullable FinishReason reason, boolean finished) {
    CompletionOutput completion =
        new CompletionOutput(
            index,
            text,
            TokenIds.of(id),
            -1f * id,
            List.of(Map.of(id, new Logprob(-1, 1, text))),
            reason,
            null);
    return new RequestOutput(
        "r", null, TokenIds.empty(), null, List.of(completion), finished, null, null);
  }

  private static RequestOutput withPrompt(
      RequestOutput output, @Nullable List<Map<Integer, Logprob>> promptLogprobs) {
    return new RequestOutput(
        output.requestId(),
        null,
        output.promptTokenIds(),
        promptLogprobs,
        output.outputs(),
        output.finished(),
        null,
        3);
  }

  @Test
  void poll_nothingThere_isEmpty() {
    assertThat(new OutputCollector(RequestOutputKind.DELTA).poll()).isEmpty();
  }

  @Test
  void poll_deltasOfOneCompletion_areConcatenated() {
    OutputCollector collector = new OutputCollector(RequestOutputKind.DELTA);
    collector.put(output(0, "a", 1, null, false));
    collector.put(output(0, "b", 2, FinishReason.STOP, true));
    RequestOutput merged = collector.poll().orElseThrow();
    CompletionOutput completion = merged.outputs().get(0);
    assertThat(completion.text()).isEqualTo("ab");
    assertThat(completion.tokenIds()).containsExactly(1, 2);
    assertThat(completion.logprobs()).hasSize(2);
    assertThat(completion.cumulativeLogprob()).isEqualTo(-2f);
    assertThat(completion.finishReason()).isEqualTo(FinishReason.STOP);
    assertThat(merged.finished()).isTrue();
    assertThat(collector.poll()).isEmpty();
  }

  @Test
  void poll_deltasOfSeveralCompletions_areKeptApart() {
    OutputCollector collector = new OutputCollector(RequestOutputKind.DELTA);
    collector.put(output(0, "a", 1, null, false));
    collector.put(output(1, "x", 2, null, false));
    collector.put(output(0, "b", 3, null, false));
    assertThat(collector.poll().orElseThrow().outputs())
        .extracting(CompletionOutput::text)
        .containsExactly("ab", "x");
  }

  @Test
  void poll_cumulative_isTheLatestOfEachCompletion() {
    OutputCollector collector = new OutputCollector(RequestOutputKind.CUMULATIVE);
    collector.put(output(0, "a", 1, null, false));
    collector.put(output(1, "x", 2, null, false));
    collector.put(output(0, "ab", 3, FinishReason.STOP, false));
    assertThat(collector.poll().orElseThrow().outputs())
        .extracting(CompletionOutput::text)
        .containsExactly("ab", "x");
  }

  @Test
  void poll_promptLogprobsCameWithTheFirstDelta_areKept() {
    OutputCollector collector = new OutputCollector(RequestOutputKind.DELTA);
    Map<Integer, Logprob> position = Map.of(1, new Logprob(-1, 1, "p"));
    collector.put(withPrompt(output(0, "a", 1, null, false), List.of(position)));
    collector.put(withPrompt(output(0, "b", 2, null, false), List.of()));
    RequestOutput merged = collector.poll().orElseThrow();
    assertThat(merged.promptLogprobs()).containsExactly(position);
    assertThat(merged.numCachedTokens()).isEqualTo(3);
  }

  @Test
  void fail_pendingOutput_isReplacedByTheFirstFailureForEver() {
    OutputCollector collector = new OutputCollector(RequestOutputKind.DELTA);
    collector.put(output(0, "a", 1, null, false));
    EngineException cause = new EngineException("the core has died");
    collector.fail(cause);
    collector.fail(new EngineException("again"));
    collector.put(output(0, "b", 1, null, false));
    assertThatThrownBy(collector::poll).isSameAs(cause);
    assertThatThrownBy(collector::take).isSameAs(cause);
  }

  @Test
  void onAvailable_runsOnlyWhenNothingWasPending() {
    AtomicInteger calls = new AtomicInteger();
    OutputCollector collector =
        new OutputCollector(RequestOutputKind.DELTA, calls::incrementAndGet);
    collector.put(output(0, "a", 1, null, false));
    collector.put(output(0, "b", 1, null, false));
    assertThat(calls).hasValue(1);
    collector.poll();
    collector.put(output(0, "c", 1, null, false));
    assertThat(calls).hasValue(2);
  }

  @Test
  void take_writerOnAnotherThread_getsAllTextInOrder() throws Exception {
    OutputCollector collector = new OutputCollector(RequestOutputKind.DELTA);
    CompletableFuture<String> read =
        CompletableFuture.supplyAsync(
            () -> {
              StringBuilder text = new StringBuilder();
              RequestOutput next;
              do {
                next = takeUnchecked(collector);
                next.outputs().forEach(completion -> text.append(completion.text()));
              } while (!next.finished());
              return text.toString();
            });
    StringBuilder written = new StringBuilder();
    for (int i = 0; i < 1000; i++) {
      written.append(i);
      collector.put(output(0, Integer.toString(i), i, null, i == 999));
    }
    assertThat(read.get(60, TimeUnit.SECONDS)).isEqualTo(written.toString());
  }

  private static RequestOutput takeUnchecked(OutputCollector collector) {
    try {
      return Objects.requireNonNull(collector.take());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
