// SPDX-License-Identifier: Apache-2.0
package dev.javelin.inputprocessor;

import dev.javelin.engineapi.ModelConfig;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.SamplingParamsBuilder;
import dev.javelin.engineapi.ValidationException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sampling parameters of a request that brings none: the library's, with what the model's
 * generation_config.json says in their place.
 */
public final class DefaultSamplingParams {
  /** The value of {@code generation_config} that leaves the library's defaults alone. */
  public static final String NEUTRAL = "vllm";

  private static final String MAX_NEW_TOKENS = "max_new_tokens";

  private static final Logger LOG = LoggerFactory.getLogger(DefaultSamplingParams.class);

  /** The members that are taken, by the file's names. */
  private static final Map<String, BiConsumer<SamplingParamsBuilder, Number>> MEMBERS = members();

  private DefaultSamplingParams() {}

  /**
   * The defaults.
   *
   * @param config says whether the file counts, and what overrides it
   * @param file members of the generation_config.json that {@code config} chooses; not looked at
   *     with {@link #NEUTRAL}
   * @throws ValidationException if a member is not a number, or out of range; or an override has a
   *     name that is not taken
   */
  public static SamplingParams of(ModelConfig config, Map<String, Object> file) {
    for (String name : config.overrideGenerationConfig().keySet()) {
      if (!MEMBERS.containsKey(name)) {
        throw new ValidationException(
            "override_generation_config takes only " + MEMBERS.keySet(),
            "override_generation_config",
            name);
      }
    }
    boolean neutral = config.generationConfig().equals(NEUTRAL);
    Map<String, Object> chosen = new LinkedHashMap<>(neutral ? Map.of() : file);
    chosen.putAll(config.overrideGenerationConfig());
    SamplingParamsBuilder builder = SamplingParams.builder();
    MEMBERS.forEach((name, setter) -> set(builder, name, chosen.get(name), setter));
    SamplingParams defaults = builder.build();
    if (!neutral && !defaults.equals(SamplingParams.defaults())) {
      LOG.warn(
          "default sampling parameters come from the model's generation_config; "
              + "generation_config={} keeps the library's: temperature={}, topP={}, topK={}, "
              + "minP={}, repetitionPenalty={}, maxTokens={}",
          NEUTRAL,
          defaults.temperature(),
          defaults.topP(),
          defaults.topK(),
          defaults.minP(),
          defaults.repetitionPenalty(),
          defaults.maxTokens());
    }
    return defaults;
  }

  /**
   * The limit on generated tokens that the file or an override brings, if one does.
   *
   * @param config says whether the file counts, and what overrides it
   * @param file members of the generation_config.json that {@code config} chooses
   */
  static Optional<Integer> maxTokens(ModelConfig config, Map<String, Object> file) {
    boolean named =
        config.overrideGenerationConfig().containsKey(MAX_NEW_TOKENS)
            || (!config.generationConfig().equals(NEUTRAL) && file.get(MAX_NEW_TOKENS) != null);
    return named ? Optional.ofNullable(of(config, file).maxTokens()) : Optional.empty();
  }

  private static void set(
      SamplingParamsBuilder builder,
      String name,
      @Nullable Object value,
      BiConsumer<SamplingParamsBuilder, Number> setter) {
    if (value == null) {
      return;
    }
    if (!(value instanceof Number number)) {
      throw new ValidationException(
          "a member of generation_config must be a number", "generation_config." + name, value);
    }
    setter.accept(builder, number);
  }

  private static Map<String, BiConsumer<SamplingParamsBuilder, Number>> members() {
    Map<String, BiConsumer<SamplingParamsBuilder, Number>> members = new LinkedHashMap<>();
    members.put("repetition_penalty", (b, value) -> b.repetitionPenalty(value.doubleValue()));
    members.put("temperature", (b, value) -> b.temperature(value.doubleValue()));
    members.put("top_k", (b, value) -> b.topK(whole("top_k", value)));
    members.put("top_p", (b, value) -> b.topP(value.doubleValue()));
    members.put("min_p", (b, value) -> b.minP(value.doubleValue()));
    members.put(MAX_NEW_TOKENS, (b, value) -> b.maxTokens(whole(MAX_NEW_TOKENS, value)));
    return members;
  }

  private static int whole(String name, Number value) {
    int whole = value.intValue();
    if (whole != value.doubleValue()) {
      throw new ValidationException(
          "a member of generation_config must be a whole number of 32 bits",
          "generation_config." + name,
          value);
    }
    return whole;
  }
}
