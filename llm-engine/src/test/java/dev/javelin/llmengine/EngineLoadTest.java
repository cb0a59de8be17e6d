// SPDX-License-Identifier: Apache-2.0
package dev.javelin.llmengine;

import static dev.javelin.llmengine.Models.LLAMA;
import static dev.javelin.llmengine.Models.WITHOUT_TOKENIZER;
import static dev.javelin.llmengine.Models.config;
import static dev.javelin.llmengine.Models.ids;
import static dev.javelin.llmengine.Models.prompt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.ChatMessage;
import dev.javelin.engineapi.EngineConfigBuilder;
import dev.javelin.engineapi.ModelLoadException;
import dev.javelin.engineapi.Prompt;
import dev.javelin.engineapi.RequestOutput;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.ValidationException;
import dev.javelin.testsupport.Goldens;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the configuration makes of a model's files. */
class EngineLoadTest {
  private static final SamplingParams GREEDY = SamplingParams.greedy(4);
  private static final String WITH_DEFAULTS = "cases/hf/generation_defaults";

  @TempDir Path temp;

  private static SamplingParams defaultsOf(EngineConfigBuilder config) {
    try (LLMEngine engine = LLMEngine.load(config.build())) {
      return engine.defaultSamplingParams();
    }
  }

  @Test
  void generationConfig_auto_isTheModelsOwn() {
    SamplingParams defaults = defaultsOf(config(WITH_DEFAULTS));
    assertThat(defaults.temperature()).isEqualTo(0.6);
    assertThat(defaults.topK()).isEqualTo(20);
    assertThat(defaults.maxTokens()).isEqualTo(5);
    assertThat(defaultsOf(config(LLAMA))).isEqualTo(SamplingParams.defaults());
  }

  @Test
  void generationConfig_vllm_isNeutralButForOverrides() {
    EngineConfigBuilder neutral = config(WITH_DEFAULTS).generationConfig("vllm");
    assertThat(defaultsOf(neutral)).isEqualTo(SamplingParams.defaults());
    assertThat(defaultsOf(neutral.overrideGenerationConfig(Map.of("top_p", 0.5))))
        .isEqualTo(SamplingParams.builder().topP(0.5).build());
  }

  @Test
  void generationConfig_override_winsOverTheFile() {
    SamplingParams defaults =
        defaultsOf(config(WITH_DEFAULTS).overrideGenerationConfig(Map.of("temperature", 0.9)));
    assertThat(defaults.temperature()).isEqualTo(0.9);
    assertThat(defaults.topK()).isEqualTo(20);
  }

  @Test
  void generationConfig_directory_takesThePlaceOfTheModelsOwn() throws IOException {
    Files.writeString(
        temp.resolve("generation_config.json"), "{\"top_k\": 7, \"eos_token_id\": [2, 5]}");
    EngineConfigBuilder config = config(WITH_DEFAULTS).generationConfig(temp.toString());
    assertThat(defaultsOf(config)).isEqualTo(SamplingParams.builder().topK(7).build());
    try (LLM llm = LLM.load(config.build())) {
      RequestOutput output = llm.generate(Prompt.tokens(1, 7, 14, 24, 6), SamplingParams.greedy(8));
      assertThat(ids(output)).containsExactly(11, 22, 5);
    }
  }

  @Test
  void generationConfig_directoryWithoutTheFile_refused() {
    EngineConfigBuilder config = config(LLAMA).generationConfig(temp.toString());
    assertThatThrownBy(() -> LLMEngine.load(config.build()))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining(temp.toString())
        .hasMessageContaining("generation_config");
  }

  @Test
  void defaults_areUsedOnlyWithoutParams() {
    try (LLM llm = LLM.load(config(WITH_DEFAULTS).build())) {
      assertThat(ids(llm.generate("abc"))).hasSizeLessThanOrEqualTo(5);
      SamplingParams explicit = SamplingParams.builder().ignoreEos(true).maxTokens(9).build();
      assertThat(ids(llm.generate("abc", explicit))).hasSize(9);
    }
  }

  @Test
  void tokenizer_ofAnotherFolder_rendersAndEndsAsThatFolderSays() {
    EngineConfigBuilder config = config("tiny/gpt2").tokenizer(Goldens.small(LLAMA).toString());
    try (LLM llm = LLM.load(config.build())) {
      RequestOutput output = llm.chat(List.of(ChatMessage.user("hello")), GREEDY);
      assertThat(output.prompt()).startsWith("<|im_start|>user\nhello<|im_end|>");
    }
  }

  @Test
  void tokenizer_folderWithoutOne_refused() {
    EngineConfigBuilder config = config(LLAMA).tokenizer(temp.toString());
    assertThatThrownBy(() -> LLMEngine.load(config.build()))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("tokenizer.json");
  }

  @Test
  void tokenizer_moreIdsThanTheModel_refusedNamingBothSizes() {
    assertThatThrownBy(() -> LLMEngine.load(config("cases/hf/tokenizer_larger_than_model").build()))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("tokenizerVocabSize=32")
        .hasMessageContaining("modelVocabSize=20")
        .hasMessageContaining("tokenizer_larger_than_model");
  }

  @Test
  void tokenizer_addedTokensPastTheModel_onlyPromptsWithThemAreRefused() throws IOException {
    Path tokenizer = temp.resolve("tokenizer.json");
    String json = Files.readString(Goldens.small(LLAMA).resolve("tokenizer.json"));
    String added =
        "{\"id\": 384, \"content\": \"<image>\", \"single_word\": false, \"lstrip\": false,"
            + " \"rstrip\": false, \"normalized\": false, \"special\": true}, ";
    int list = json.indexOf('[', json.indexOf("added_tokens")) + 1;
    Files.writeString(tokenizer, json.substring(0, list) + added + json.substring(list));
    try (LLM llm = LLM.load(config(LLAMA).tokenizer(temp.toString()).build())) {
      assertThat(llm.engine().tokenizer().orElseThrow().vocabSize()).isEqualTo(385);
      assertThat(ids(llm.generate("hello", GREEDY))).isNotEmpty();
      assertThatThrownBy(() -> llm.generate("hello <image>", GREEDY))
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("tokenizerVocabSize=385")
          .hasMessageContaining("modelVocabSize=384");
    }
  }

  @Test
  void load_modelWithoutTokenizer_takesTokenIdsOnly() {
    checkTokenIdsOnly(config(WITHOUT_TOKENIZER));
  }

  @Test
  void load_skipTokenizerInit_takesTokenIdsOnly() {
    checkTokenIdsOnly(config(LLAMA).skipTokenizerInit(true));
    checkTokenIdsOnly(config(LLAMA).skipTokenizerInit(true).tokenizer("not/looked-at"));
  }

  private static void checkTokenIdsOnly(EngineConfigBuilder config) {
    try (LLM llm = LLM.load(config.build())) {
      assertThat(llm.engine().tokenizer()).isEmpty();
      RequestOutput output = llm.generate(Prompt.tokens(5, 6, 7, 8), GREEDY);
      assertThat(ids(output)).isNotEmpty();
      assertThat(output.outputs().get(0).text()).isEmpty();
      assertThatThrownBy(() -> llm.generate("text", GREEDY))
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("tokenizer");
      assertThatThrownBy(
              () -> llm.generate(Prompt.tokens(5, 6, 7, 8), GREEDY.with(p -> p.stop(List.of("x")))))
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("stop");
      assertThat(llm.engine().hasUnfinishedRequests()).isFalse();
    }
  }

  @Test
  void load_nothingThere_refusedNamingIt() {
    assertThatThrownBy(() -> LLM.load(temp.resolve("absent.gguf").toString()))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("absent.gguf");
    assertThatThrownBy(() -> LLM.load(temp.toString()))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining(temp.toString());
  }

  @Test
  void load_manyTimes_eachWorksAndCloses() {
    List<Integer> expected = null;
    for (int i = 0; i < 20; i++) {
      try (LLM llm = LLM.load(config(LLAMA).build())) {
        List<Integer> tokens = ids(llm.generate(prompt(1, 20), GREEDY));
        assertThat(expected == null ? tokens : expected).isEqualTo(tokens);
        expected = tokens;
      }
    }
  }

  @Test
  void classes_holdNothingStaticButConstants() {
    for (Class<?> type :
        List.of(
            LLM.class,
            LLMEngine.class,
            ShellAssets.class,
            ModelSource.class,
            GenerateOptions.class,
            RequestOptions.class,
            BatchProgress.class)) {
      for (Field field : type.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
          assertThat(Modifier.isFinal(field.getModifiers())).as(field.toString()).isTrue();
          assertThat(field.getType().getName())
              .isIn(
                  "org.slf4j.Logger",
                  "java.lang.String",
                  "java.util.regex.Pattern",
                  RequestOptions.class.getName());
        }
      }
    }
  }
}
