// SPDX-License-Identifier: Apache-2.0
package dev.javelin.inputprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.EngineConfig;
import dev.javelin.engineapi.EngineCoreRequest;
import dev.javelin.engineapi.LoRARequest;
import dev.javelin.engineapi.Prompt;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.SamplingParamsBuilder;
import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.Tokenizer;
import dev.javelin.engineapi.ValidationException;
import dev.javelin.tokenizer.Tokenizers;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests to a model of 384 ids, 64 tokens of context and the end tokens 2 and 4. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InputProcessorTest {
  private static final int LENGTH = 64;
  private static final int VOCAB = 384;

  private Tokenizer tokenizer = Tokenizers.create(Models.vocabulary("tiny_tokenizer.json"));
  private InputProcessor processor = processor(20);

  @BeforeAll
  void open() {
    assertThat(tokenizer.vocabSize()).isEqualTo(VOCAB);
  }

  @AfterAll
  void close() {
    tokenizer.close();
  }

  private InputProcessor processor(int maxLogprobs) {
    return new InputProcessor(
        EngineConfig.builder("tiny").maxLogprobs(maxLogprobs).build(),
        Models.tiny(List.of(2, 4), Map.of()),
        tokenizer,
        Models.limits(LENGTH, VOCAB));
  }

  private static InputProcessor withoutTokenizer() {
    return new InputProcessor(
        EngineConfig.builder("tiny").build(),
        Models.tiny(List.of(2, 4), Map.of()),
        null,
        Models.limits(LENGTH, VOCAB));
  }

  private static EngineCoreRequest process(
      InputProcessor processor, Prompt prompt, SamplingParams params) {
    return processor.process("r", prompt, params, 12.5, null, 0, Map.of());
  }

  private EngineCoreRequest process(Prompt prompt, UnaryOperator<SamplingParamsBuilder> change) {
    return process(processor, prompt, SamplingParams.defaults().with(change));
  }

  private EngineCoreRequest process(UnaryOperator<SamplingParamsBuilder> change) {
    return process(Prompt.tokens(69, 70), change);
  }

  private static Prompt ofLength(int length) {
    return Prompt.tokens(Collections.nCopies(length, 69));
  }

  private static void assertRefused(String parameter, ThrowingCallable request) {
    assertThatThrownBy(request)
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining(parameter)
        .satisfies(
            e ->
                assertThat(((ValidationException) e).parameter().orElse("")).startsWith(parameter));
  }

  @Test
  void process_tokenPrompt_carriesEverythingOver() {
    SamplingParams params = SamplingParams.defaults();
    Prompt prompt = new Prompt.Tokens(TokenIds.of(69, 70), "ab", "salt");

    EngineCoreRequest request =
        processor.process("id", prompt, params, 12.5, null, 7, Map.of("traceparent", "00-a"));

    assertThat(request.requestId()).isEqualTo("id");
    assertThat(request.promptTokenIds()).containsExactly(69, 70);
    assertThat(request.arrivalTimeSeconds()).isEqualTo(12.5);
    assertThat(request.cacheSalt()).isEqualTo("salt");
    assertThat(request.priority()).isEqualTo(7);
    assertThat(request.traceHeaders()).containsEntry("traceparent", "00-a");
    assertThat(request.externalRequestId()).isNull();
    assertThat(request.loraRequest()).isNull();
  }

  @Test
  void process_textPrompt_isTokenized() {
    assertThat(process(Prompt.text("hello"), b -> b).promptTokenIds())
        .isEqualTo(tokenizer.encode("hello", true));
  }

  @Test
  void process_anyRequest_leavesTheCallersParametersAlone() {
    SamplingParams params =
        SamplingParams.builder().maxTokens(null).stopTokenIds(List.of(9)).build();
    SamplingParams same = params.toBuilder().build();

    process(processor, ofLength(3), params);

    assertThat(params).isEqualTo(same);
  }

  @Test
  void process_emptyPrompt_isRefused() {
    assertRefused("prompt_token_ids", () -> process(ofLength(0), b -> b));
    assertRefused("prompt_token_ids", () -> process(Prompt.text(""), b -> b));
  }

  @Test
  void process_promptLength_mustLeaveRoomForOneToken() {
    assertThat(process(ofLength(LENGTH - 1), b -> b.maxTokens(null)).samplingParams().maxTokens())
        .isEqualTo(1);
    assertRefused("max_model_len", () -> process(ofLength(LENGTH), b -> b));
    assertThatThrownBy(() -> process(ofLength(LENGTH + 1), b -> b))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("promptTokens=65")
        .hasMessageContaining("64");
  }

  @Test
  void process_maxTokens_isFilledInOrCappedToTheRoom() {
    assertThat(process(ofLength(4), b -> b.maxTokens(null)).samplingParams().maxTokens())
        .isEqualTo(60);
    assertThat(process(ofLength(4), b -> b.maxTokens(1_000_000_000)).samplingParams().maxTokens())
        .isEqualTo(60);
    assertThat(process(ofLength(4), b -> b.maxTokens(59)).samplingParams().maxTokens())
        .isEqualTo(59);
  }

  @Test
  void process_minTokensBeyondTheRoom_isRefused() {
    assertThatCode(() -> process(ofLength(4), b -> b.maxTokens(null).minTokens(60)))
        .doesNotThrowAnyException();
    assertRefused("min_tokens", () -> process(ofLength(4), b -> b.maxTokens(null).minTokens(61)));
    assertRefused("min_tokens", () -> process(ofLength(4), b -> b.maxTokens(100).minTokens(61)));
  }

  @Test
  void process_promptIds_mustBeInTheModelsVocabulary() {
    assertThat(process(Prompt.tokens(0, VOCAB - 1), b -> b).promptTokenIds())
        .containsExactly(0, VOCAB - 1);
    assertThatThrownBy(() -> process(Prompt.tokens(5, VOCAB), b -> b))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("prompt_token_ids[1]=384")
        .hasMessageContaining("[0, 384)");
    assertRefused("prompt_token_ids[0]", () -> process(Prompt.tokens(-3), b -> b));
    assertRefused("prompt_token_ids[1]", () -> process(Prompt.tokens(5, 99_999_999), b -> b));
  }

  @Test
  void process_promptIdsWithoutTokenizer_areCheckedAgainstTheModel() {
    assertRefused(
        "prompt_token_ids[0]",
        () -> process(withoutTokenizer(), Prompt.tokens(VOCAB), SamplingParams.defaults()));
  }

  @Test
  void process_tokenizerLargerThanTheModel_isRefusedAtTheIdNamingBothSizes() {
    try (Tokenizer larger = Tokenizers.create(Models.vocabulary("bos_tokenizer.json"))) {
      InputProcessor small =
          new InputProcessor(
              EngineConfig.builder("small").build(),
              Models.addingBos(null, 20),
              larger,
              Models.limits(LENGTH, 20));

      assertThatThrownBy(() -> process(small, Prompt.text("you"), SamplingParams.defaults()))
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("modelVocabSize=20")
          .hasMessageContaining("tokenizerVocabSize=32");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, VOCAB, 99_999_999, Integer.MIN_VALUE})
  void process_idInAParameterOutsideTheVocabulary_isRefusedNamingIt(int id) {
    assertRefused("stop_token_ids", () -> process(b -> b.stopTokenIds(List.of(5, id))));
    assertRefused("allowed_token_ids", () -> process(b -> b.allowedTokenIds(List.of(5, id))));
    assertRefused("logit_bias", () -> process(b -> b.logitBias(Map.of(id, 1.0))));
    assertRefused("logprob_token_ids", () -> process(b -> b.logprobTokenIds(List.of(id))));
    assertThatThrownBy(() -> process(b -> b.stopTokenIds(List.of(id))))
        .hasMessageContaining(String.valueOf(id));
  }

  @Test
  void process_idsInParametersAtTheBounds_areAccepted() {
    List<Integer> bounds = List.of(0, VOCAB - 1);

    assertThatCode(
            () ->
                process(
                    b ->
                        b.stopTokenIds(bounds)
                            .allowedTokenIds(bounds)
                            .logitBias(Map.of(0, 1.0, VOCAB - 1, -1.0))
                            .logprobTokenIds(bounds)))
        .doesNotThrowAnyException();
  }

  @Test
  void process_logprobs_areLimitedByMaxLogprobs() {
    assertThatCode(() -> process(b -> b.logprobs(20).promptLogprobs(20)))
        .doesNotThrowAnyException();
    assertRefused("logprobs", () -> process(b -> b.logprobs(21)));
    assertRefused("prompt_logprobs", () -> process(b -> b.promptLogprobs(21)));
    assertRefused("logprobs", () -> process(b -> b.logprobs(-1)));
    SamplingParams all = SamplingParams.builder().logprobs(-1).promptLogprobs(VOCAB).build();
    assertThatCode(() -> process(processor(-1), ofLength(2), all)).doesNotThrowAnyException();
    SamplingParams tooMany = SamplingParams.builder().logprobs(VOCAB + 1).build();
    assertRefused("logprobs", () -> process(processor(-1), ofLength(2), tooMany));
  }

  @Test
  void process_endTokens_primaryEndsSecondaryStops() {
    EngineCoreRequest request = process(b -> b.stopTokenIds(List.of(9)));

    assertThat(request.tokenConstraints().eosTokenId()).isEqualTo(2);
    assertThat(request.samplingParams().stopTokenIds()).containsExactly(9, 4);
    assertThat(request.tokenConstraints().allStopTokenIds()).containsExactlyInAnyOrder(2, 4, 9);
  }

  @Test
  void process_ignoreEos_onlyTheRequestsOwnIdsStopButMinTokensHoldsAllBack() {
    EngineCoreRequest request = process(b -> b.ignoreEos(true).stopTokenIds(List.of(5)));

    assertThat(request.tokenConstraints().eosTokenId()).isNull();
    assertThat(request.samplingParams().stopTokenIds()).containsExactly(5);
    assertThat(request.tokenConstraints().allStopTokenIds()).containsExactlyInAnyOrder(2, 4, 5);
  }

  @Test
  void process_secondaryEndTokenAlsoAskedFor_isListedOnce() {
    assertThat(process(b -> b.stopTokenIds(List.of(4))).samplingParams().stopTokenIds())
        .containsExactly(4);
  }

  @Test
  void process_modelWithoutEndTokens_hasNone() {
    InputProcessor endless =
        new InputProcessor(
            EngineConfig.builder("tiny").build(),
            Models.tiny(List.of(), Map.of()),
            tokenizer,
            Models.limits(LENGTH, VOCAB));

    EngineCoreRequest request = process(endless, ofLength(2), SamplingParams.defaults());

    assertThat(request.tokenConstraints().eosTokenId()).isNull();
    assertThat(request.tokenConstraints().allStopTokenIds()).isEmpty();
  }

  @Test
  void process_endTokensOutsideTheVocabulary_areLeftOut() {
    InputProcessor odd =
        new InputProcessor(
            EngineConfig.builder("tiny").build(),
            Models.tiny(List.of(VOCAB, 4, -1), Map.of()),
            tokenizer,
            Models.limits(LENGTH, VOCAB));

    EngineCoreRequest request = process(odd, ofLength(2), SamplingParams.defaults());

    assertThat(request.tokenConstraints().eosTokenId()).isNull();
    assertThat(request.samplingParams().stopTokenIds()).containsExactly(4);
    assertThat(request.tokenConstraints().allStopTokenIds()).containsExactly(4);
  }

  @Test
  void process_badWords_becomeTokenSequences() {
    TokenIds bare = tokenizer.encode("x", false);

    List<TokenIds> badWords =
        process(b -> b.badWords(List.of("  x"))).tokenConstraints().badWords();

    assertThat(badWords).startsWith(bare);
  }

  @Test
  void process_allowedIdsThatAreAllBanned_areRefused() {
    String five = tokenizer.decode(List.of(69), false);

    assertRefused(
        "allowed_token_ids",
        () -> process(b -> b.allowedTokenIds(List.of(69)).badWords(List.of(five))));
    assertRefused(
        "allowed_token_ids", () -> process(b -> b.allowedTokenIds(List.of(2, 4)).minTokens(1)));
    assertThatCode(() -> process(b -> b.allowedTokenIds(List.of(69, 70)).badWords(List.of(five))))
        .doesNotThrowAnyException();
    assertThatCode(() -> process(b -> b.allowedTokenIds(List.of(2, 4)))).doesNotThrowAnyException();
  }

  @Test
  void process_textFeaturesWithoutTokenizer_areRefused() {
    Prompt prompt = Prompt.tokens(69);

    assertRefused(
        "stop",
        () ->
            process(withoutTokenizer(), prompt, SamplingParams.defaults().with(b -> b.stop("x"))));
    assertRefused(
        "bad_words",
        () ->
            process(
                withoutTokenizer(),
                prompt,
                SamplingParams.defaults().with(b -> b.badWords(List.of("x")))));
    assertRefused(
        "skip_tokenizer_init",
        () -> process(withoutTokenizer(), Prompt.text("x"), SamplingParams.defaults()));
    assertThatCode(() -> process(withoutTokenizer(), prompt, SamplingParams.defaults()))
        .doesNotThrowAnyException();
  }

  @Test
  void process_loraRequest_failsNamingTheFeature() {
    assertThatThrownBy(
            () ->
                processor.process(
                    "r",
                    Prompt.tokens(69),
                    SamplingParams.defaults(),
                    0,
                    new LoRARequest("adapter", "path"),
                    0,
                    Map.of()))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("LoRA")
        .hasMessageContaining("adapter");
  }

  @Test
  void process_badParameters_areRefusedBeforeTokenization() {
    assertRefused("logprobs", () -> process(Prompt.text("x".repeat(100_000)), b -> b.logprobs(21)));
  }
}
