// SPDX-License-Identifier: Apache-2.0
package dev.javelin.outputprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.javelin.engineapi.CompletionOutput;
import dev.javelin.engineapi.EngineCoreOutput;
import dev.javelin.engineapi.FinishReason;
import dev.javelin.engineapi.RequestOutput;
import dev.javelin.engineapi.RequestOutputKind;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.SamplingParamsBuilder;
import dev.javelin.engineapi.StopReason;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** How completions end: stop strings, end tokens, limits. */
class OutputProcessorStopTest {
  /** Ids 0 to 6. */
  private static final List<String> PIECES =
      List.of("Hel", "lo", " ST", "OP", " tail", "</s>", "S");

  private static final int EOS = 5;

  private final PieceTokenizer tokenizer = PieceTokenizer.ofTexts(PIECES, EOS);
  private final OutputProcessor processor = new OutputProcessor(tokenizer, false, 1);

  private static SamplingParams params(
      RequestOutputKind kind, UnaryOperator<SamplingParamsBuilder> change) {
    return change.apply(SamplingParams.builder().maxTokens(100).outputKind(kind)).build();
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
  void processOutputs_stopStringOverThreeTokens_isNeverShownAndAbortsTheCoreOnce() {
    add("r", params(RequestOutputKind.DELTA, builder -> builder.stop(List.of("STOP"))));
    assertThat(one(Core.tokens("r", 0)).text()).isEmpty();
    assertThat(one(Core.tokens("r", 1)).text()).isEqualTo("He");
    assertThat(one(Core.tokens("r", 2)).text()).isEqualTo("llo");
    ProcessedOutputs last = processor.processOutputs(Core.step(Core.tokens("r", 3)));
    CompletionOutput completion = last.outputs().get(0).outputs().get(0);
    assertThat(completion.text()).isEqualTo(" ");
    assertThat(completion.finishReason()).isEqualTo(FinishReason.STOP);
    assertThat(completion.stopReason()).isEqualTo(new StopReason.Text("STOP"));
    assertThat(last.outputs().get(0).finished()).isTrue();
    assertThat(last.requestsToAbort()).containsExactly("r");
    ProcessedOutputs late = processor.processOutputs(Core.step(Core.tokens("r", 4)));
    assertThat(late.outputs()).isEmpty();
    assertThat(late.requestsToAbort()).isEmpty();
  }

  @Test
  void processOutputs_stopStringAndCoreEndInOneStep_stopStringWinsWithoutAbort() {
    for (FinishReason reason : List.of(FinishReason.STOP, FinishReason.LENGTH)) {
      add("r", params(RequestOutputKind.FINAL_ONLY, builder -> builder.stop(List.of("STOP"))));
      step(Core.tokens("r", 0, 2));
      ProcessedOutputs last = processor.processOutputs(Core.step(Core.last("r", reason, 3, EOS)));
      CompletionOutput completion = last.outputs().get(0).outputs().get(0);
      assertThat(completion.finishReason()).isEqualTo(FinishReason.STOP);
      assertThat(completion.stopReason()).isEqualTo(new StopReason.Text("STOP"));
      assertThat(completion.text()).isEqualTo("Hel ");
      assertThat(completion.tokenIds()).containsExactly(0, 2, 3);
      assertThat(last.requestsToAbort()).isEmpty();
    }
  }

  @Test
  void processOutputs_includedStopString_stays() {
    add(
        "r",
        params(
            RequestOutputKind.DELTA,
            builder -> builder.stop(List.of("STOP")).includeStopStrInOutput(true)));
    assertThat(one(Core.tokens("r", 0)).text()).isEqualTo("Hel");
    assertThat(one(Core.tokens("r", 2)).text()).isEqualTo(" ST");
    assertThat(one(Core.tokens("r", 3)).text()).isEqualTo("OP");
  }

  @Test
  void processOutputs_endToken_hasTextOnlyIfStopStringsHave() {
    for (boolean include : List.of(false, true)) {
      add(
          "r",
          params(
              RequestOutputKind.CUMULATIVE,
              builder -> builder.skipSpecialTokens(false).includeStopStrInOutput(include)));
      CompletionOutput completion = one(Core.last("r", FinishReason.STOP, 0, EOS));
      assertThat(completion.text()).isEqualTo(include ? "Hel</s>" : "Hel");
      assertThat(completion.tokenIds()).containsExactly(0, EOS);
      assertThat(completion.stopReason()).isNull();
    }
  }

  @Test
  void processOutputs_stopTokenId_isTheStopReason() {
    add("r", params(RequestOutputKind.CUMULATIVE, builder -> builder));
    CompletionOutput completion = one(Core.stopped("r", new StopReason.Token(4), 0, 4));
    assertThat(completion.text()).isEqualTo("Hel");
    assertThat(completion.stopReason()).isEqualTo(new StopReason.Token(4));
  }

  @Test
  void processOutputs_endsByLength_showsWhatWasHeldBack() {
    add("r", params(RequestOutputKind.DELTA, builder -> builder.stop(List.of("STOP"))));
    assertThat(one(Core.tokens("r", 0, 1)).text()).isEqualTo("He");
    assertThat(one(Core.last("r", FinishReason.LENGTH, 6)).text()).isEqualTo("lloS");
  }

  @Test
  void processOutputs_stopStringWithinMinTokens_staysInTheText() {
    add(
        "r",
        params(RequestOutputKind.DELTA, builder -> builder.stop(List.of("STOP")).minTokens(4)));
    StringBuilder text = new StringBuilder();
    for (int id : new int[] {0, 1, 2, 3}) {
      text.append(one(Core.tokens("r", id)).text());
    }
    assertThat(text).hasToString("Hello S");
    assertThat(one(Core.last("r", FinishReason.LENGTH, 4)).text()).isEqualTo("TOP tail");
  }

  @Test
  void processOutputs_severalStops_takeTheOneThatEndsFirst() {
    add(
        "r",
        params(RequestOutputKind.CUMULATIVE, builder -> builder.stop(List.of("tail", "ST", " S"))));
    CompletionOutput completion = one(Core.tokens("r", 0, 2, 3, 4));
    assertThat(completion.stopReason()).isEqualTo(new StopReason.Text(" S"));
    assertThat(completion.text()).isEqualTo("Hel");
    assertThat(completion.tokenIds()).containsExactly(0, 2);
  }

  @Test
  void processOutputs_stopInsideAMultiTokenStep_dropsLaterIdsAndLogprobs() {
    add("r", params(RequestOutputKind.DELTA, builder -> builder.stop(List.of("STOP")).logprobs(0)));
    CompletionOutput completion = one(Core.withLogprobs(Core.tokens("r", 0, 2, 3, 4)));
    assertThat(completion.tokenIds()).containsExactly(0, 2, 3);
    assertThat(completion.logprobs()).hasSize(3);
    assertThat(completion.cumulativeLogprob()).isCloseTo(-1.5f, within(1e-6f));
  }
}
