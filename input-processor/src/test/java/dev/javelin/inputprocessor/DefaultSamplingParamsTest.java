// SPDX-License-Identifier: Apache-2.0
package dev.javelin.inputprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.EngineConfig;
import dev.javelin.engineapi.EngineConfigBuilder;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.ValidationException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sampling parameters of requests that bring none. */
class DefaultSamplingParamsTest {
  private static final Map<String, Object> FILE =
      Map.of(
          "do_sample",
          true,
          "temperature",
          0.6,
          "top_p",
          0.95,
          "top_k",
          20,
          "repetition_penalty",
          1.1,
          "min_p",
          0.05,
          "max_new_tokens",
          5,
          "eos_token_id",
          2);

  private static SamplingParams of(EngineConfigBuilder config, Map<String, Object> file) {
    return DefaultSamplingParams.of(config.build().model(), file);
  }

  private static EngineConfigBuilder config() {
    return EngineConfig.builder("m");
  }

  @Test
  void of_fileOfTheModel_replacesTheLibrarysDefaults() {
    assertThat(of(config(), FILE))
        .isEqualTo(
            SamplingParams.builder()
                .temperature(0.6)
                .topP(0.95)
                .topK(20)
                .repetitionPenalty(1.1)
                .minP(0.05)
                .maxTokens(5)
                .build());
  }

  @Test
  void of_noFile_isTheLibrarysDefaults() {
    assertThat(of(config(), Map.of())).isEqualTo(SamplingParams.defaults());
  }

  @Test
  void of_neutral_ignoresTheFile() {
    assertThat(of(config().generationConfig("vllm"), FILE)).isEqualTo(SamplingParams.defaults());
  }

  @Test
  void of_overrides_winInEveryMode() {
    Map<String, Object> override = Map.of("temperature", 0.25);

    assertThat(of(config().overrideGenerationConfig(override), FILE))
        .isEqualTo(of(config(), FILE).with(b -> b.temperature(0.25)));
    assertThat(of(config().overrideGenerationConfig(override).generationConfig("vllm"), FILE))
        .isEqualTo(SamplingParams.defaults().with(b -> b.temperature(0.25)));
  }

  @Test
  @SuppressWarnings("NullAway")
  void of_memberThatIsNull_isLeftAlone() {
    Map<String, Object> file = new HashMap<>();
    file.put("temperature", null);

    assertThat(of(config(), file)).isEqualTo(SamplingParams.defaults());
  }

  @ParameterizedTest
  @ValueSource(strings = {"temperature", "top_k", "max_new_tokens"})
  void of_memberThatIsNoNumber_isRefusedByName(String name) {
    assertThatThrownBy(() -> of(config(), Map.of(name, "warm")))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("generation_config." + name + "=warm");
  }

  @Test
  void of_fractionWhereAWholeNumberIsExpected_isRefused() {
    assertThatThrownBy(() -> of(config(), Map.of("top_k", 2.5)))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("top_k=2.5");
    assertThatThrownBy(() -> of(config(), Map.of("max_new_tokens", 1L << 40)))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("max_new_tokens");
    assertThat(of(config(), Map.of("top_k", 2.0)).topK()).isEqualTo(2);
  }

  @Test
  void of_valueOutOfRange_isRefused() {
    assertThatThrownBy(() -> of(config(), Map.of("temperature", -1)))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("temperature");
  }

  @Test
  void of_overrideOfAnotherName_isRefused() {
    EngineConfigBuilder config = config().overrideGenerationConfig(Map.of("temprature", 1));

    assertThatThrownBy(() -> of(config, Map.of()))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("temprature")
        .hasMessageContaining("temperature");
  }

  @Test
  void inputProcessor_generationConfigOfTheModel_isItsDefault() {
    InputProcessor processor =
        new InputProcessor(
            config().build(), Models.tiny(List.of(2), FILE), null, Models.limits(64, 384));

    assertThat(processor.defaultSamplingParams().temperature()).isEqualTo(0.6);
    assertThat(processor.defaultSamplingParams().maxTokens()).isEqualTo(5);
  }
}
