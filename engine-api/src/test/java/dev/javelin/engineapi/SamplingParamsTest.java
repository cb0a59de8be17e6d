// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Defaults, limits and normalisation of sampling parameters. */
class SamplingParamsTest {
  private static SamplingParams with(UnaryOperator<SamplingParamsBuilder> change) {
    return SamplingParams.defaults().with(change);
  }

  private static Arguments named(String parameter, UnaryOperator<SamplingParamsBuilder> change) {
    return Arguments.of(parameter, change);
  }

  @Test
  void defaults_are_vllms() {
    SamplingParams params = SamplingParams.defaults();

    assertThat(params.n()).isEqualTo(1);
    assertThat(params.presencePenalty()).isZero();
    assertThat(params.frequencyPenalty()).isZero();
    assertThat(params.repetitionPenalty()).isEqualTo(1);
    assertThat(params.temperature()).isEqualTo(1);
    assertThat(params.topP()).isEqualTo(1);
    assertThat(params.topK()).isZero();
    assertThat(params.minP()).isZero();
    assertThat(params.seed()).isNull();
    assertThat(params.stop()).isEmpty();
    assertThat(params.stopTokenIds()).isEmpty();
    assertThat(params.ignoreEos()).isFalse();
    assertThat(params.maxTokens()).isEqualTo(16);
    assertThat(params.minTokens()).isZero();
    assertThat(params.logprobs()).isNull();
    assertThat(params.promptLogprobs()).isNull();
    assertThat(params.logprobTokenIds()).isNull();
    assertThat(params.detokenize()).isTrue();
    assertThat(params.skipSpecialTokens()).isTrue();
    assertThat(params.spacesBetweenSpecialTokens()).isTrue();
    assertThat(params.includeStopStrInOutput()).isFalse();
    assertThat(params.outputKind()).isEqualTo(RequestOutputKind.CUMULATIVE);
    assertThat(params.logitBias()).isNull();
    assertThat(params.allowedTokenIds()).isNull();
    assertThat(params.badWords()).isEmpty();
    assertThat(params.repetitionDetection()).isNull();
    assertThat(params.skipReadingPrefixCache()).isFalse();
    assertThat(params.extraArgs()).isEmpty();
  }

  static Stream<Arguments> valuesAtTheirBounds() {
    return Stream.of(
        named("n", b -> b.n(1)),
        named("n", b -> b.n(16384)),
        named("presence_penalty", b -> b.presencePenalty(-2)),
        named("presence_penalty", b -> b.presencePenalty(2)),
        named("frequency_penalty", b -> b.frequencyPenalty(-2)),
        named("frequency_penalty", b -> b.frequencyPenalty(2)),
        named("repetition_penalty", b -> b.repetitionPenalty(Double.MIN_VALUE)),
        named("repetition_penalty", b -> b.repetitionPenalty(1e300)),
        named("temperature", b -> b.temperature(0)),
        named("temperature", b -> b.temperature(1e300)),
        named("top_p", b -> b.topP(Double.MIN_VALUE)),
        named("top_p", b -> b.topP(1)),
        named("top_k", b -> b.topK(-1)),
        named("top_k", b -> b.topK(Integer.MAX_VALUE)),
        named("min_p", b -> b.minP(0)),
        named("min_p", b -> b.minP(1)),
        named("max_tokens", b -> b.maxTokens(1)),
        named("max_tokens", b -> b.maxTokens(null)),
        named("min_tokens", b -> b.minTokens(16)),
        named("min_tokens", b -> b.maxTokens(null).minTokens(Integer.MAX_VALUE)),
        named("logprobs", b -> b.logprobs(-1)),
        named("logprobs", b -> b.logprobs(0)),
        named("prompt_logprobs", b -> b.promptLogprobs(-1)),
        named("logprob_token_ids", b -> b.logprobTokenIds(Collections.nCopies(128, 1))),
        named("logprob_token_ids", b -> b.logprobs(2).logprobTokenIds(List.of(1, 2))),
        named("allowed_token_ids", b -> b.allowedTokenIds(List.of(1))),
        named("stop", b -> b.detokenize(false).stop(List.of())));
  }

  @ParameterizedTest
  @MethodSource("valuesAtTheirBounds")
  void build_valueAtItsBound_isAccepted(
      String parameter, UnaryOperator<SamplingParamsBuilder> change) {
    assertThat(with(change)).as(parameter).isNotNull();
  }

  static Stream<Arguments> valuesBeyondTheirBounds() {
    return Stream.of(
        named("n", b -> b.n(0)),
        named("n", b -> b.n(16385)),
        named("n", b -> b.temperature(0).n(2)),
        named("presence_penalty", b -> b.presencePenalty(Math.nextDown(-2.0))),
        named("presence_penalty", b -> b.presencePenalty(Math.nextUp(2.0))),
        named("frequency_penalty", b -> b.frequencyPenalty(Math.nextDown(-2.0))),
        named("frequency_penalty", b -> b.frequencyPenalty(Math.nextUp(2.0))),
        named("repetition_penalty", b -> b.repetitionPenalty(0)),
        named("repetition_penalty", b -> b.repetitionPenalty(-1)),
        named("temperature", b -> b.temperature(-Double.MIN_VALUE)),
        named("top_p", b -> b.topP(0)),
        named("top_p", b -> b.topP(Math.nextUp(1.0))),
        named("top_k", b -> b.topK(-2)),
        named("min_p", b -> b.minP(-Double.MIN_VALUE)),
        named("min_p", b -> b.minP(Math.nextUp(1.0))),
        named("max_tokens", b -> b.maxTokens(0)),
        named("min_tokens", b -> b.minTokens(-1)),
        named("min_tokens", b -> b.minTokens(17)),
        named("logprobs", b -> b.logprobs(-2)),
        named("prompt_logprobs", b -> b.promptLogprobs(-2)),
        named("logprobs", b -> b.logprobs(3).logprobTokenIds(List.of(1, 2))),
        named("length", b -> b.logprobTokenIds(Collections.nCopies(129, 1))),
        named("length", b -> b.logprobTokenIds(List.of())),
        named("stop", b -> b.stop("")),
        named("stop", b -> b.stop("a", "")),
        named("stop", b -> b.detokenize(false).stop("a")),
        named("bad_words", b -> b.badWords(List.of("a", ""))),
        named("allowed_token_ids", b -> b.allowedTokenIds(List.of())));
  }

  @ParameterizedTest
  @MethodSource("valuesBeyondTheirBounds")
  void build_valueBeyondItsBound_isRefusedNamingIt(
      String parameter, UnaryOperator<SamplingParamsBuilder> change) {
    assertThatThrownBy(() -> with(change))
        .isInstanceOf(ValidationException.class)
        .satisfies(e -> assertThat(((ValidationException) e).parameter()).hasValue(parameter));
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void build_floatThatIsNotFinite_isRefusedEverywhere(double value) {
    List<UnaryOperator<SamplingParamsBuilder>> all =
        List.of(
            b -> b.presencePenalty(value),
            b -> b.frequencyPenalty(value),
            b -> b.repetitionPenalty(value),
            b -> b.temperature(value),
            b -> b.topP(value),
            b -> b.minP(value),
            b -> b.logitBias(Map.of(3, value)));

    for (UnaryOperator<SamplingParamsBuilder> change : all) {
      assertThatThrownBy(() -> with(change)).isInstanceOf(ValidationException.class);
    }
  }

  @Test
  void build_smallPositiveTemperature_isRaised() {
    assertThat(with(b -> b.temperature(0.005)).temperature()).isEqualTo(0.01);
    assertThat(with(b -> b.temperature(1e-5)).temperature()).isEqualTo(0.01);
    assertThat(with(b -> b.temperature(0.01)).temperature()).isEqualTo(0.01);
  }

  @Test
  void build_tinyTemperature_staysRandom() {
    assertThat(with(b -> b.temperature(9e-6)).greedy()).isFalse();
  }

  @Test
  void build_temperatureZero_isGreedyAndTurnsTheFiltersOff() {
    SamplingParams params =
        with(b -> b.temperature(0).topP(0.5).topK(7).minP(0.1).frequencyPenalty(1));

    assertThat(params.greedy()).isTrue();
    assertThat(params.topP()).isEqualTo(1);
    assertThat(params.topK()).isZero();
    assertThat(params.minP()).isZero();
    assertThat(params.frequencyPenalty()).isEqualTo(1);
  }

  @Test
  void build_seedOfMinusOne_isNoSeed() {
    assertThat(with(b -> b.seed(-1L)).seed()).isNull();
    assertThat(with(b -> b.seed(0L)).seed()).isEqualTo(0);
    assertThat(with(b -> b.seed(Long.MIN_VALUE)).seed()).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void build_promptLogprobs_turnsReadingTheCacheOff() {
    assertThat(with(b -> b.promptLogprobs(0)).skipReadingPrefixCache()).isTrue();
    assertThat(with(b -> b.logprobs(0)).skipReadingPrefixCache()).isFalse();
    assertThat(with(b -> b.skipReadingPrefixCache(true)).skipReadingPrefixCache()).isTrue();
  }

  @Test
  void build_collectionsChangedLater_doNotChangeTheParameters() {
    List<String> stop = new ArrayList<>(List.of("a"));
    List<Integer> ids = new ArrayList<>(Arrays.asList(1, 2));
    Map<Integer, Double> bias = new HashMap<>(Map.of(1, 1.0));
    SamplingParams params =
        with(
            b ->
                b.stop(stop).stopTokenIds(ids).allowedTokenIds(ids).logitBias(bias).badWords(stop));

    stop.add("b");
    ids.add(3);
    bias.put(2, 2.0);

    assertThat(params.stop()).containsExactly("a");
    assertThat(params.badWords()).containsExactly("a");
    assertThat(params.stopTokenIds()).containsExactly(1, 2);
    assertThat(params.allowedTokenIds()).containsExactly(1, 2);
    assertThat(params.logitBias()).containsOnlyKeys(1);
  }

  @Test
  void toBuilder_anyParameters_givesEqualParameters() {
    SamplingParams params =
        SamplingParams.builder()
            .n(3)
            .presencePenalty(0.1)
            .frequencyPenalty(0.2)
            .repetitionPenalty(1.3)
            .temperature(0.4)
            .topP(0.5)
            .topK(6)
            .minP(0.07)
            .seed(8L)
            .stop("nine")
            .stopTokenIds(List.of(10))
            .ignoreEos(true)
            .maxTokens(11)
            .minTokens(2)
            .logprobs(1)
            .promptLogprobs(2)
            .logprobTokenIds(List.of(13))
            .skipSpecialTokens(false)
            .spacesBetweenSpecialTokens(false)
            .includeStopStrInOutput(true)
            .outputKind(RequestOutputKind.DELTA)
            .logitBias(Map.of(14, 1.5))
            .allowedTokenIds(List.of(14, 15))
            .badWords(List.of("sixteen"))
            .repetitionDetection(new RepetitionDetection(4, 1, 3))
            .skipReadingPrefixCache(true)
            .extraArgs(Map.of("k", 17))
            .build();

    assertThat(params.toBuilder().build()).isEqualTo(params);
  }

  @Test
  void greedy_maxTokens_areSet() {
    SamplingParams params = SamplingParams.greedy(7);

    assertThat(params.greedy()).isTrue();
    assertThat(params.maxTokens()).isEqualTo(7);
  }

  static Stream<Arguments> badRepetitionDetections() {
    return Stream.of(
        Arguments.of(-1, 0, 2),
        Arguments.of(3, -1, 2),
        Arguments.of(3, 4, 2),
        Arguments.of(3, 1, 1));
  }

  @ParameterizedTest
  @MethodSource("badRepetitionDetections")
  void repetitionDetection_contradiction_isRefused(int max, int min, int count) {
    assertThatThrownBy(() -> new RepetitionDetection(max, min, count))
        .isInstanceOf(ValidationException.class);
  }

  @Test
  void repetitionDetection_off_needsNoCount() {
    assertThat(new RepetitionDetection(0, 0, 0).maxPatternSize()).isZero();
  }
}
