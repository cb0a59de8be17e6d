// SPDX-License-Identifier: Apache-2.0
package dev.javelin.outputprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.CompletionOutput;
import dev.javelin.engineapi.EngineDeadException;
import dev.javelin.engineapi.FinishReason;
import dev.javelin.engineapi.RequestOutput;
import dev.javelin.engineapi.RequestOutputKind;
import dev.javelin.engineapi.SamplingParams;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AbortTest {
  private final PieceTokenizer tokenizer = PieceTokenizer.ofTexts(List.of("one", " two", "x"));
  private final OutputProcessor processor = new OutputProcessor(tokenizer, false, 1);

  private static SamplingParams params(RequestOutputKind kind) {
    return SamplingParams.builder()
        .stop(List.of("STOP"))
        .logprobs(0)
        .maxTokens(100)
        .outputKind(kind)
        .build();
  }

  private void add(
      String external, String internal, RequestOutputKind kind, @Nullable OutputCollector to) {
    processor.addRequest(
        Core.request(external, params(kind), 2).withRequestId(internal), null, null, 0, to);
  }

  private void tokens(String internal, int... ids) {
    processor.processOutputs(Core.step(Core.withLogprobs(Core.tokens(internal, ids))));
  }

  @ParameterizedTest
  @EnumSource
  void abortRequests_withCollector_deliversTheHeldTailOnce(RequestOutputKind kind) {
    OutputCollector collector = new OutputCollector(kind);
    add("r", "r-1", kind, collector);
    tokens("r-1", 0);
    collector.poll();
    assertThat(processor.abortRequests(List.of("r"), false)).containsExactly("r-1");
    RequestOutput output = collector.poll().orElseThrow();
    CompletionOutput completion = output.outputs().get(0);
    boolean delta = kind == RequestOutputKind.DELTA;
    assertThat(output.finished()).isTrue();
    assertThat(completion.finishReason()).isEqualTo(FinishReason.ABORT);
    assertThat(completion.stopReason()).isNull();
    assertThat(completion.text()).isEqualTo("one");
    assertThat(completion.tokenIds()).hasSize(delta ? 0 : 1);
    assertThat(completion.logprobs()).hasSize(delta ? 0 : 1);
    assertThat(processor.abortRequests(List.of("r"), false)).isEmpty();
    assertThat(collector.poll()).isEmpty();
  }

  @Test
  void abortRequests_withoutCollector_emitsNothing() {
    add("r", "r-1", RequestOutputKind.CUMULATIVE, null);
    assertThat(processor.abortRequests(List.of("r"), false)).containsExactly("r-1");
    assertThat(processor.hasUnfinishedRequests()).isFalse();
  }

  @Test
  void abortRequests_externalIdOfTwo_endsBoth() {
    add("r", "r-1", RequestOutputKind.CUMULATIVE, null);
    add("r", "r-2", RequestOutputKind.CUMULATIVE, null);
    add("s", "s-1", RequestOutputKind.CUMULATIVE, null);
    assertThat(processor.abortRequests(List.of("r"), false)).containsExactly("r-1", "r-2");
    assertThat(processor.numUnfinishedRequests()).isEqualTo(1);
  }

  @Test
  void abortRequests_internalIdOfOneOfTwo_leavesTheOther() {
    add("r", "r-1", RequestOutputKind.CUMULATIVE, null);
    add("r", "r-2", RequestOutputKind.CUMULATIVE, null);
    assertThat(processor.abortRequests(List.of("r-1"), true)).containsExactly("r-1");
    assertThat(processor.abortRequests(List.of("r"), false)).containsExactly("r-2");
  }

  @Test
  void abortRequests_idOfTheOtherKindOrUnknown_isIgnored() {
    add("r", "r-1", RequestOutputKind.CUMULATIVE, null);
    assertThat(processor.abortRequests(List.of("r", "nobody"), true)).isEmpty();
    assertThat(processor.abortRequests(List.of("r-1"), false)).isEmpty();
    assertThat(processor.numUnfinishedRequests()).isEqualTo(1);
  }

  @Test
  void abortRequests_afterTheEnd_isIgnored() {
    OutputCollector collector = new OutputCollector(RequestOutputKind.CUMULATIVE);
    add("r", "r-1", RequestOutputKind.CUMULATIVE, collector);
    processor.processOutputs(
        Core.step(Core.withLogprobs(Core.last("r-1", FinishReason.LENGTH, 0))));
    assertThat(processor.abortRequests(List.of("r"), false)).isEmpty();
    assertThat(collector.poll().orElseThrow().outputs().get(0).finishReason())
        .isEqualTo(FinishReason.LENGTH);
  }

  @Test
  void processOutputs_afterAbort_dropsWhatWasUnderWay() {
    OutputCollector collector = new OutputCollector(RequestOutputKind.CUMULATIVE);
    add("r", "r-1", RequestOutputKind.CUMULATIVE, collector);
    processor.abortRequests(List.of("r"), false);
    collector.poll();
    ProcessedOutputs late = processor.processOutputs(Core.step(Core.tokens("r-1", 0)));
    assertThat(late.outputs()).isEmpty();
    assertThat(late.requestsToAbort()).isEmpty();
    assertThat(collector.poll()).isEmpty();
  }

  @Test
  void abortRequests_idIsReusedAfterwards_hitsOnlyTheNewOne() {
    add("r", "r-1", RequestOutputKind.CUMULATIVE, null);
    processor.abortRequests(List.of("r"), false);
    add("r", "r-2", RequestOutputKind.CUMULATIVE, null);
    assertThat(processor.abortRequests(List.of("r"), false)).containsExactly("r-2");
  }

  @Test
  void abortRequests_tokenizerFails_endsTheRequestAnyway() {
    OutputCollector collector = new OutputCollector(RequestOutputKind.CUMULATIVE);
    PieceTokenizer bytes = PieceTokenizer.ofBytes();
    OutputProcessor byteProcessor = new OutputProcessor(bytes, false, 1);
    byteProcessor.addRequest(
        Core.request("r", SamplingParams.builder().maxTokens(9).build(), 65),
        null,
        null,
        0,
        collector);
    byteProcessor.processOutputs(Core.step(Core.tokens("r", 0xF0)));
    bytes.poison = 0xF0;
    byteProcessor.abortRequests(List.of("r"), true);
    assertThat(collector.poll().orElseThrow().finished()).isTrue();
  }

  @Test
  void abortRequests_atRandomTimes_everyRequestEndsOnce() {
    Random random = new Random(7);
    Map<String, OutputCollector> collectors = new LinkedHashMap<>();
    List<String> running = new ArrayList<>();
    int finals = 0;
    for (int i = 0; i < 1000; i++) {
      String id = "r" + i;
      OutputCollector collector = new OutputCollector(RequestOutputKind.DELTA);
      collectors.put(id, collector);
      add(id, id + "-x", RequestOutputKind.DELTA, collector);
      running.add(id);
      String one = running.get(random.nextInt(running.size()));
      if (random.nextBoolean()) {
        processor.abortRequests(List.of(one), false);
      }
      FinishReason reason = random.nextBoolean() ? FinishReason.LENGTH : null;
      processor.processOutputs(
          Core.step(
              Core.withLogprobs(
                  reason == null
                      ? Core.tokens(one + "-x", 0)
                      : Core.last(one + "-x", reason, 0, 1))));
    }
    processor.abortRequests(List.copyOf(collectors.keySet()), false);
    assertThat(processor.hasUnfinishedRequests()).isFalse();
    for (OutputCollector collector : collectors.values()) {
      assertThat(collector.poll().orElseThrow().finished()).isTrue();
      assertThat(collector.poll()).isEmpty();
      finals++;
    }
    assertThat(finals).isEqualTo(1000);
  }

  @Test
  void failAll_running_reachesEveryCollector() {
    OutputCollector first = new OutputCollector(RequestOutputKind.DELTA);
    OutputCollector second = new OutputCollector(RequestOutputKind.FINAL_ONLY);
    add("a", "a-1", RequestOutputKind.DELTA, first);
    add("b", "b-1", RequestOutputKind.FINAL_ONLY, second);
    processor.failAll(new EngineDeadException("the core has died", null));
    assertThatThrownBy(first::poll).isInstanceOf(EngineDeadException.class);
    assertThatThrownBy(second::take).isInstanceOf(EngineDeadException.class);
    assertThat(processor.hasUnfinishedRequests()).isFalse();
  }
}
