// SPDX-License-Identifier: Apache-2.0
package dev.javelin.outputprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.javelin.engineapi.CompletionOutput;
import dev.javelin.engineapi.EngineCoreEvent;
import dev.javelin.engineapi.EngineCoreOutput;
import dev.javelin.engineapi.EngineCoreOutputs;
import dev.javelin.engineapi.FinishReason;
import dev.javelin.engineapi.PrefillStats;
import dev.javelin.engineapi.RequestMetrics;
import dev.javelin.engineapi.RequestOutput;
import dev.javelin.engineapi.RequestOutputKind;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.SamplingParamsBuilder;
import dev.javelin.engineapi.StopReason;
import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.TokenLogprobs;
import dev.javelin.engineapi.ValidationException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class OutputProcessorTest {
  /** Ids 0 to 6. */
  private static final List<String> PIECES =
      List.of("Hel", "lo", " ST", "OP", " tail", "</s>", "S");

  private final PieceTokenizer tokenizer = PieceTokenizer.ofTexts(PIECES, 5);
  private final OutputProcessor processor = new OutputProcessor(tokenizer, false, 1);

  private static SamplingParams params(
      RequestOutputKind kind, UnaryOperator<SamplingParamsBuilder> change) {
    return change.apply(SamplingParams.builder().maxTokens(100).outputKind(kind)).build();
  }

  private static SamplingParams params(RequestOutputKind kind) {
    return params(kind, builder -> builder);
  }

  private void add(String id, SamplingParams params) {
    processor.addRequest(Core.request(id, params, 0, 1), "Hello", null, 0, null);
  }

  private List<RequestOutput> step(EngineCoreOutput... outputs) {
    return processor.processOutputs(Core.step(outputs)).outputs();
  }

  private CompletionOutput one(EngineCoreOutput output) {
    List<RequestOutput> outputs = step(output);
    assertThat(outputs).hasSize(1);
    assertThat(outputs.get(0).outputs()).hasSize(1);
    return outputs.get(0).outputs().get(0);
  }

  @Test
  void processOutputs_cumulative_givesEverythingSoFar() {
    add("r", params(RequestOutputKind.CUMULATIVE, builder -> builder.logprobs(0)));
    one(Core.withLogprobs(Core.tokens("r", 0)));
    CompletionOutput second = one(Core.withLogprobs(Core.tokens("r", 1)));
    assertThat(second.text()).isEqualTo("Hello");
    assertThat(second.tokenIds()).containsExactly(0, 1);
    assertThat(second.logprobs()).hasSize(2);
    assertThat(second.cumulativeLogprob()).isCloseTo(-1f, within(1e-6f));
    assertThat(second.finishReason()).isNull();
  }

  @Test
  void processOutputs_delta_givesOnlyWhatIsNew() {
    add("r", params(RequestOutputKind.DELTA, builder -> builder.logprobs(0)));
    one(Core.withLogprobs(Core.tokens("r", 0)));
    CompletionOutput second = one(Core.withLogprobs(Core.tokens("r", 1, 4)));
    assertThat(second.text()).isEqualTo("lo tail");
    assertThat(second.tokenIds()).containsExactly(1, 4);
    assertThat(second.logprobs()).hasSize(2);
    assertThat(second.cumulativeLogprob()).isCloseTo(-1.5f, within(1e-6f));
  }

  @Test
  void processOutputs_finalOnly_givesOneOutputAtTheEnd() {
    add("r", params(RequestOutputKind.FINAL_ONLY));
    assertThat(step(Core.tokens("r", 0))).isEmpty();
    RequestOutput output = step(Core.last("r", FinishReason.LENGTH, 1)).get(0);
    assertThat(output.finished()).isTrue();
    assertThat(output.outputs().get(0).text()).isEqualTo("Hello");
    assertThat(output.outputs().get(0).tokenIds()).containsExactly(0, 1);
    assertThat(output.outputs().get(0).finishReason()).isEqualTo(FinishReason.LENGTH);
  }

  @Test
  void processOutputs_output_carriesWhatTheCallerGave() {
    processor.addRequest(
        Core.request("caller", params(RequestOutputKind.DELTA), 0, 1).withRequestId("caller-1"),
        "Hello",
        null,
        0,
        null);
    RequestOutput output = step(Core.tokens("caller-1", 4)).get(0);
    assertThat(output.requestId()).isEqualTo("caller");
    assertThat(output.prompt()).isEqualTo("Hello");
    assertThat(output.promptTokenIds()).containsExactly(0, 1);
    assertThat(output.promptLogprobs()).isNull();
    assertThat(output.metrics()).isNull();
  }

  @Test
  void processOutputs_cachedTokens_areTakenFromTheFirstOutput() {
    add("r", params(RequestOutputKind.DELTA));
    EngineCoreOutput first =
        new EngineCoreOutput(
            "r", TokenIds.of(4), null, null, null, null, null, List.of(), new PrefillStats(2, 1));
    assertThat(step(first).get(0).numCachedTokens()).isEqualTo(1);
    assertThat(step(Core.tokens("r", 4)).get(0).numCachedTokens()).isEqualTo(1);
  }

  @Test
  void processOutputs_promptLogprobs_comeOnceWithDeltasAndAlwaysOtherwise() {
    TokenLogprobs position = new TokenLogprobs(TokenIds.of(1), new float[] {-1}, 1);
    for (RequestOutputKind kind : RequestOutputKind.values()) {
      add("r", params(kind, builder -> builder.promptLogprobs(0)));
      List<RequestOutput> outputs =
          new ArrayList<>(
              step(
                  new EngineCoreOutput(
                      "r",
                      TokenIds.of(4),
                      null,
                      List.of(position),
                      null,
                      null,
                      null,
                      List.of(),
                      null)));
      outputs.addAll(step(Core.last("r", FinishReason.LENGTH, 4)));
      assertThat(outputs.get(0).promptLogprobs()).as(kind.toString()).hasSize(2);
      RequestOutput last = outputs.get(outputs.size() - 1);
      assertThat(last.promptLogprobs())
          .as(kind.toString())
          .hasSize(kind == RequestOutputKind.DELTA ? 0 : 2);
    }
  }

  @Test
  void processOutputs_outputWithoutTokens_isNotShownUntilTheEnd() {
    add("r", params(RequestOutputKind.CUMULATIVE));
    assertThat(step(Core.tokens("r"))).isEmpty();
    assertThat(one(Core.last("r", FinishReason.LENGTH)).text()).isEmpty();
  }

  @Test
  void processOutputs_streamInterval_appliesToBothStreamingKinds() {
    for (RequestOutputKind kind : List.of(RequestOutputKind.DELTA, RequestOutputKind.CUMULATIVE)) {
      OutputProcessor spaced = new OutputProcessor(tokenizer, false, 3);
      spaced.addRequest(Core.request("r", params(kind), 0), null, null, 0, null);
      List<Integer> counts = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        EngineCoreOutput output =
            i < 5 ? Core.tokens("r", 6) : Core.last("r", FinishReason.LENGTH, 6);
        List<RequestOutput> outputs = spaced.processOutputs(Core.step(output)).outputs();
        counts.add(outputs.isEmpty() ? 0 : outputs.get(0).outputs().get(0).tokenIds().size());
      }
      assertThat(counts)
          .as(kind.toString())
          .isEqualTo(
              kind == RequestOutputKind.DELTA
                  ? List.of(1, 0, 0, 3, 0, 2)
                  : List.of(1, 0, 0, 4, 0, 6));
    }
  }

  @Test
  void processOutputs_repetition_keepsTextAndReason() {
    add("r", params(RequestOutputKind.CUMULATIVE));
    EngineCoreOutput output =
        new EngineCoreOutput(
            "r",
            TokenIds.of(6, 6),
            null,
            null,
            FinishReason.REPETITION,
            new StopReason.Text("repetition_detected"),
            null,
            List.of(),
            null);
    CompletionOutput completion = one(output);
    assertThat(completion.text()).isEqualTo("SS");
    assertThat(completion.stopReason()).isEqualTo(new StopReason.Text("repetition_detected"));
  }

  @Test
  void processOutputs_coreReportsAnError_callerGetsItsMessage() {
    add("r", params(RequestOutputKind.CUMULATIVE));
    step(Core.tokens("r", 0));
    CompletionOutput completion =
        one(EngineCoreOutput.ended("r", FinishReason.ERROR, "the adapter is damaged"));
    assertThat(completion.finishReason()).isEqualTo(FinishReason.ERROR);
    assertThat(completion.stopReason()).isEqualTo(new StopReason.Text("the adapter is damaged"));
    assertThat(completion.text()).isEqualTo("Hel");
    assertThat(processor.hasUnfinishedRequests()).isFalse();
  }

  @Test
  void processOutputs_tokenizerFailsForOneRequest_endsThatOneWithItsCause() {
    add("a", params(RequestOutputKind.CUMULATIVE));
    add("b", params(RequestOutputKind.CUMULATIVE));
    add("c", params(RequestOutputKind.CUMULATIVE));
    tokenizer.poison = 6;
    ProcessedOutputs processed =
        processor.processOutputs(
            Core.step(Core.tokens("a", 0), Core.tokens("b", 6), Core.tokens("c", 1)));
    assertThat(processed.requestsToAbort()).containsExactly("b");
    assertThat(processed.outputs())
        .extracting(RequestOutput::finished)
        .containsExactly(false, true, false);
    CompletionOutput failed = processed.outputs().get(1).outputs().get(0);
    assertThat(failed.finishReason()).isEqualTo(FinishReason.ERROR);
    assertThat(failed.stopReason()).asString().contains("Invalid prefix", "request_id=b");
    List<RequestOutput> rest =
        step(Core.last("a", FinishReason.LENGTH, 1), Core.last("c", FinishReason.LENGTH, 4));
    assertThat(rest)
        .extracting(output -> output.outputs().get(0).text())
        .containsExactly("Hello", "lo tail");
  }

  @Test
  void processOutputs_withoutTokenizer_collectsIds() {
    OutputProcessor idsOnly = new OutputProcessor(null, false, 1);
    idsOnly.addRequest(
        Core.request("r", params(RequestOutputKind.CUMULATIVE), 0), null, null, 0, null);
    RequestOutput output =
        idsOnly.processOutputs(Core.step(Core.last("r", FinishReason.STOP, 3, 5))).outputs().get(0);
    assertThat(output.outputs().get(0).text()).isEmpty();
    assertThat(output.outputs().get(0).tokenIds()).containsExactly(3, 5);
  }

  @Test
  void processOutputs_withoutDetokenizing_collectsIds() {
    add("r", params(RequestOutputKind.CUMULATIVE, builder -> builder.detokenize(false)));
    CompletionOutput completion = one(Core.tokens("r", 0));
    assertThat(completion.text()).isEmpty();
    assertThat(completion.tokenIds()).containsExactly(0);
  }

  @Test
  void processOutputs_logprobsAreMissing_endsTheRequestWithTheCause() {
    add("r", params(RequestOutputKind.CUMULATIVE, builder -> builder.logprobs(1)));
    CompletionOutput completion = one(Core.tokens("r", 0));
    assertThat(completion.finishReason()).isEqualTo(FinishReason.ERROR);
    assertThat(completion.stopReason()).asString().contains("log-probabilities are missing");
  }

  @Test
  void addRequest_internalIdInUse_isRefusedAndTheFirstIsUnharmed() {
    add("r", params(RequestOutputKind.CUMULATIVE));
    step(Core.tokens("r", 0));
    assertThatThrownBy(() -> add("r", params(RequestOutputKind.CUMULATIVE)))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("request_id=r");
    assertThat(one(Core.last("r", FinishReason.LENGTH, 1)).text()).isEqualTo("Hello");
    add("r", params(RequestOutputKind.CUMULATIVE));
    assertThat(processor.numUnfinishedRequests()).isEqualTo(1);
  }

  @Test
  void addRequest_stopStringsWithoutTokenizer_isRefused() {
    OutputProcessor idsOnly = new OutputProcessor(null, false, 1);
    SamplingParams params =
        params(RequestOutputKind.DELTA, builder -> builder.stop(List.of("STOP")));
    assertThatThrownBy(() -> idsOnly.addRequest(Core.request("r", params, 0), null, null, 0, null))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("stop");
    assertThat(idsOnly.hasUnfinishedRequests()).isFalse();
  }

  @Test
  void addRequest_promptCannotBeDecoded_leavesNothingBehind() {
    tokenizer.poison = 0;
    assertThatThrownBy(() -> add("r", params(RequestOutputKind.DELTA)))
        .hasMessageContaining("Invalid prefix");
    assertThat(processor.hasUnfinishedRequests()).isFalse();
  }

  @Test
  void constructor_streamIntervalZero_isRefused() {
    assertThatThrownBy(() -> new OutputProcessor(tokenizer, false, 0))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("stream_interval=0");
  }

  @Test
  void processOutputs_statisticsOn_fillsTheMetrics() {
    InstantSource clock = () -> Instant.ofEpochMilli(100_250);
    OutputProcessor counting = new OutputProcessor(tokenizer, true, 1, clock);
    counting.addRequest(
        Core.request("r", params(RequestOutputKind.CUMULATIVE), 0), null, null, 0, null);
    List<EngineCoreEvent> events =
        List.of(
            new EngineCoreEvent(EngineCoreEvent.Type.QUEUED, 10),
            new EngineCoreEvent(EngineCoreEvent.Type.SCHEDULED, 20),
            new EngineCoreEvent(EngineCoreEvent.Type.PREEMPTED, 30),
            new EngineCoreEvent(EngineCoreEvent.Type.SCHEDULED, 40));
    EngineCoreOutput first =
        new EngineCoreOutput("r", TokenIds.of(0), null, null, null, null, null, events, null);
    counting.processOutputs(new EngineCoreOutputs(List.of(first), null, 50));
    RequestOutput last =
        counting
            .processOutputs(
                new EngineCoreOutputs(List.of(Core.last("r", FinishReason.LENGTH, 1, 4)), null, 70))
            .outputs()
            .get(0);
    RequestMetrics metrics = Objects.requireNonNull(last.metrics());
    assertThat(metrics).isEqualTo(new RequestMetrics(100.0, 3, 10, 20, 50, 70, 0.25, 1));
  }
}
