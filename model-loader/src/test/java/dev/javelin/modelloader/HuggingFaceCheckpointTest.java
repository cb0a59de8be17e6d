// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.compute.WeightSource;
import dev.javelin.engineapi.ModelAssets;
import dev.javelin.engineapi.ModelLoadException;
import dev.javelin.testsupport.Goldens;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HuggingFaceCheckpointTest {
  private static final String INDEX = "model.safetensors.index.json";

  @TempDir private Path temp;

  @Test
  void open_soundFolder_givesWeightsAndLimits() {
    Checkpoint checkpoint = ModelFolder.sound(temp).open();
    assertThat(checkpoint.architecture()).isEqualTo("LlamaForCausalLM");
    assertThat(checkpoint.conventions()).isEqualTo(new Conventions(false, false));
    assertThat(checkpoint.tensorNames()).containsExactly(ModelFolder.EMBEDDING);
    assertThat(checkpoint.shape(ModelFolder.EMBEDDING)).containsExactly(10, 4);
    assertThat(first(checkpoint.tensor(ModelFolder.EMBEDDING))).isEqualTo(1f);
    assertThat(checkpoint.assets().vocabSize()).isEqualTo(10);
    assertThat(checkpoint.assets().maxModelLen()).isEqualTo(64);
    assertThat(checkpoint.assets().vocabulary()).isNull();
  }

  @Test
  void tensor_missing_namesItAndTheFolder() {
    Checkpoint checkpoint = ModelFolder.sound(temp).open();
    assertThat(checkpoint.has("x")).isFalse();
    assertThatThrownBy(() -> checkpoint.tensor("x"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("tensor=x")
        .hasMessageContaining(temp.toString());
    assertThatThrownBy(() -> checkpoint.shape("x")).isInstanceOf(ModelLoadException.class);
  }

  @Test
  void tensor_afterClose_staysReadable() {
    Checkpoint checkpoint = ModelFolder.sound(temp).open();
    WeightSource source = checkpoint.tensor(ModelFolder.EMBEDDING);
    checkpoint.close();
    assertThat(first(source)).isEqualTo(1f);
  }

  @Test
  void open_gemma_hasOnePlusNorms() {
    for (String name :
        List.of("GemmaForCausalLM", "Gemma2ForCausalLM", "Gemma3ForSequenceClassification")) {
      Checkpoint checkpoint =
          ModelFolder.sound(temp)
              .json(
                  "config.json",
                  Map.of("architectures", List.of(name), "max_position_embeddings", 4))
              .open();
      assertThat(checkpoint.conventions().onePlusNorms()).as(name).isTrue();
    }
  }

  @Test
  void open_indexedShards_findsEachTensorInItsFile() {
    Checkpoint checkpoint =
        ModelFolder.sound(temp)
            .weights("a-00001-of-00002.safetensors", "x", "both")
            .weights("a-00002-of-00002.safetensors", "both", "y")
            .json(INDEX, index("x", 1, "both", 2, "y", 2))
            .open();
    assertThat(checkpoint.tensorNames()).containsExactlyInAnyOrder("x", "both", "y");
    assertThat(first(checkpoint.tensor("x"))).isEqualTo(1f);
    assertThat(first(checkpoint.tensor("both"))).isEqualTo(1f);
    assertThat(first(checkpoint.tensor("y"))).isEqualTo(2f);
  }

  @Test
  void open_shardsOrTensorsMissing_namesAllOfThem() {
    ModelFolder folder = ModelFolder.sound(temp);
    folder.json(INDEX, index("x", 1, "y", 2, "z", 3));
    assertThatThrownBy(folder::open)
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("a-00001-of-00002.safetensors")
        .hasMessageContaining("a-00003-of-00002.safetensors");
    folder.weights("a-00001-of-00002.safetensors", "x");
    folder.json(INDEX, index("x", 1, "y", 1, "z", 1));
    assertThatThrownBy(folder::open)
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("[y, z]");
  }

  @Test
  void open_indexNamesAPath_refused() {
    for (String name : List.of("../x", "/x", "..\\x", "C:x", "..", "a/b", "", "a\u0000b")) {
      ModelFolder folder =
          ModelFolder.sound(temp).json(INDEX, Map.of("weight_map", Map.of("t", name)));
      assertThatThrownBy(folder::open)
          .as(name)
          .isInstanceOf(ModelLoadException.class)
          .hasMessageContaining("file name");
    }
  }

  @Test
  void open_shardIsALinkOutOfTheFolder_follows() throws IOException {
    Path blobs = Files.createDirectories(temp.resolve("blobs"));
    Path snapshot = Files.createDirectories(temp.resolve("snapshots/main"));
    ModelFolder folder = ModelFolder.sound(snapshot);
    Files.move(snapshot.resolve("model.safetensors"), blobs.resolve("abc"));
    Files.createSymbolicLink(snapshot.resolve("model.safetensors"), Path.of("../../blobs/abc"));
    assertThat(folder.open().has(ModelFolder.EMBEDDING)).isTrue();
  }

  @Test
  void open_shardsWithoutIndex_readsAllAndMissesNone() throws IOException {
    ModelFolder folder = ModelFolder.sound(temp);
    Files.delete(temp.resolve("model.safetensors"));
    folder.weights("a-00001-of-00002.safetensors", "x");
    folder.weights("consolidated.safetensors", "x");
    assertThatThrownBy(folder::open)
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("a-00002-of-00002.safetensors");
    folder.weights("a-00002-of-00002.safetensors", ModelFolder.EMBEDDING);
    assertThat(folder.open().tensorNames()).containsExactly("x", ModelFolder.EMBEDDING);
  }

  @Test
  void open_noWeightsOrNoConfig_saysWhatIsMissing() throws IOException {
    ModelFolder folder = ModelFolder.sound(temp);
    Files.delete(temp.resolve("model.safetensors"));
    assertThatThrownBy(folder::open)
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("no weights");
    Files.delete(temp.resolve("config.json"));
    assertThatThrownBy(folder::open)
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("config.json");
    assertThatThrownBy(() -> Checkpoint.open(temp.resolve("nothing")))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("nothing");
  }

  @Test
  void open_brokenConfig_saysWhere() {
    ModelFolder cut = ModelFolder.sound(temp).text("config.json", "{\"a\":\n [1,");
    assertThatThrownBy(cut::open)
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("config.json")
        .hasMessageContaining("line=2");
    ModelFolder array = ModelFolder.sound(temp).text("config.json", "[]");
    assertThatThrownBy(array::open)
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("JSON object");
    ModelFolder deep = ModelFolder.sound(temp).text("config.json", "[".repeat(100_000));
    assertThatThrownBy(deep::open).isInstanceOf(ModelLoadException.class);
  }

  @Test
  void open_jsonOverTheLimit_refused() {
    ModelFolder.sound(temp).text("generation_config.json", "{" + " ".repeat(2000) + "}");
    assertThatThrownBy(() -> Checkpoint.open(temp, new LoadLimits(1000, 1000)))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("generation_config.json")
        .hasMessageContaining("maxBytes=1000");
  }

  @Test
  void assets_eosOfThreeSources_isTheirUnionInOrder() {
    ModelAssets assets =
        ModelFolder.sound(temp)
            .json("tokenizer_config.json", Map.of("eos_token", "</s>", "bos_token", "<s>"))
            .json("tokenizer.json", Map.of("model", Map.of("vocab", Map.of("<s>", 1, "</s>", 5))))
            .json("config.json", config(Map.of("eos_token_id", 2, "bos_token_id", 7)))
            .json("generation_config.json", Map.of("eos_token_id", List.of(9, 2), "top_k", 20))
            .open()
            .assets();
    assertThat(assets.eosTokenIds()).containsExactly(5, 2, 9);
    assertThat(assets.bosTokenId()).isEqualTo(1);
    assertThat(assets.generationConfig()).containsEntry("top_k", 20);
  }

  @Test
  void assets_specialTokens_areStringsOrObjectsOfTwoFiles() {
    ModelAssets assets =
        ModelFolder.sound(temp)
            .json("special_tokens_map.json", Map.of("pad_token", "<p>", "unk_token", "<old>"))
            .json(
                "tokenizer_config.json",
                Map.of(
                    "unk_token",
                    "<unk>",
                    "eos_token",
                    Map.of("content", "</s>"),
                    "add_bos_token",
                    true,
                    "added_tokens_decoder",
                    Map.of("3", Map.of("content", "</s>"))))
            .open()
            .assets();
    assertThat(assets.specialTokens())
        .containsOnly(
            Map.entry("pad_token", "<p>"),
            Map.entry("unk_token", "<unk>"),
            Map.entry("eos_token", "</s>"));
    assertThat(assets.eosTokenIds()).containsExactly(3);
    assertThat(assets.addBosToken()).isTrue();
    assertThat(assets.bosTokenId()).isNull();
  }

  @Test
  void assets_namedTemplates_fileWinsOverTheDefault() {
    ModelFolder folder =
        ModelFolder.sound(temp)
            .json(
                "tokenizer_config.json",
                Map.of(
                    "chat_template",
                    List.of(
                        Map.of("name", "default", "template", "D"),
                        Map.of("name", "tool_use", "template", "T"))));
    assertThat(folder.open().assets().chatTemplate()).isEqualTo("D");
    assertThat(folder.open().assets().namedChatTemplates())
        .containsOnly(Map.entry("tool_use", "T"));
    folder.text("chat_template.jinja", "F");
    assertThat(folder.open().assets().chatTemplate()).isEqualTo("F");
    folder.json("tokenizer_config.json", Map.of("chat_template", List.of("x")));
    assertThatThrownBy(folder::open)
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("chat_template");
  }

  @Test
  void assets_sentenceModel_hasTheSentenceLength() {
    ModelFolder folder =
        ModelFolder.sound(temp).json("sentence_bert_config.json", Map.of("max_seq_length", 32));
    assertThat(folder.open().assets().maxModelLen()).isEqualTo(32);
  }

  @Test
  void withTokenizer_otherFolder_keepsTheModelsLimitsAndEndTokens() throws IOException {
    ModelAssets model =
        ModelFolder.sound(Files.createDirectory(temp.resolve("model")))
            .json("config.json", config(Map.of("eos_token_id", 2)))
            .open()
            .assets();
    ModelFolder tokenizer =
        new ModelFolder(Files.createDirectory(temp.resolve("tokenizer")))
            .json(
                "tokenizer.json", Map.of("added_tokens", List.of(Map.of("id", 8, "content", "E"))))
            .json("tokenizer_config.json", Map.of("eos_token", "E", "chat_template", "C"));
    ModelAssets joined = Checkpoint.withTokenizer(model, tokenizer.path());
    assertThat(joined.vocabulary()).isInstanceOf(ModelAssets.Vocabulary.TokenizerJson.class);
    assertThat(joined.eosTokenIds()).containsExactly(8, 2);
    assertThat(joined.chatTemplate()).isEqualTo("C");
    assertThat(joined.vocabSize()).isEqualTo(10);
  }

  @Test
  void withTokenizer_folderWithoutOne_refusedNamingIt() {
    ModelAssets model = ModelFolder.sound(temp).open().assets();
    assertThatThrownBy(() -> Checkpoint.withTokenizer(model, temp))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining(temp.toString())
        .hasMessageContaining("tokenizer.json");
  }

  @Test
  void withGenerationConfig_otherFolder_replacesDefaultsAndAddsEndTokens() throws IOException {
    ModelAssets model =
        ModelFolder.sound(Files.createDirectory(temp.resolve("model")))
            .json("config.json", config(Map.of("eos_token_id", 2)))
            .json("generation_config.json", Map.of("top_k", 20, "top_p", 0.5))
            .open()
            .assets();
    ModelFolder other =
        new ModelFolder(Files.createDirectory(temp.resolve("other")))
            .json("generation_config.json", Map.of("top_k", 7, "eos_token_id", List.of(5, 2)));
    ModelAssets joined = Checkpoint.withGenerationConfig(model, other.path());
    assertThat(joined.generationConfig()).containsEntry("top_k", 7).doesNotContainKey("top_p");
    assertThat(joined.eosTokenIds()).containsExactly(2, 5);
  }

  @Test
  void withGenerationConfig_noSuchFile_refusedNamingTheFolder() {
    ModelAssets model = ModelFolder.sound(temp).open().assets();
    Path absent = temp.resolve("absent");
    assertThatThrownBy(() -> Checkpoint.withGenerationConfig(model, absent))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining(absent.toString())
        .hasMessageContaining("generation_config.json");
  }

  @Test
  void open_everyGoldenModel_readsEveryTensor() throws IOException {
    int cases = 0;
    try (Stream<Path> folders = Files.list(Goldens.require("goldens/tiny"))) {
      for (Path folder : folders.filter(Files::isDirectory).sorted().toList()) {
        Checkpoint checkpoint = Checkpoint.open(folder);
        assertThat(checkpoint.architecture()).isNotEmpty();
        assertThat(checkpoint.assets().vocabSize())
            .isEqualTo(checkpoint.config().integer("vocab_size"));
        for (String name : checkpoint.tensorNames()) {
          assertThat(first(checkpoint.tensor(name))).isFinite();
        }
        cases++;
      }
    }
    Goldens.report("tiny models", cases);
  }

  private static Map<String, Object> config(Map<String, Object> more) {
    Map<String, Object> config =
        new HashMap<>(Map.of("model_type", "llama", "max_position_embeddings", 64));
    config.putAll(more);
    return config;
  }

  private static Map<String, Object> index(Object... tensorsAndShards) {
    Map<String, String> map = new HashMap<>();
    for (int i = 0; i < tensorsAndShards.length; i += 2) {
      map.put(
          (String) tensorsAndShards[i],
          "a-%05d-of-00002.safetensors".formatted((Integer) tensorsAndShards[i + 1]));
    }
    return Map.of("weight_map", map);
  }

  private static float first(WeightSource source) {
    float[] values = new float[(int) source.elements()];
    source.readFloats(0, (int) source.rows(), FloatBuffer.wrap(values));
    return values[0];
  }
}
