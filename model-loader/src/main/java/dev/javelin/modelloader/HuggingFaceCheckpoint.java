// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader;

import dev.javelin.compute.WeightSource;
import dev.javelin.engineapi.ModelAssets;
import dev.javelin.engineapi.ModelLoadException;
import dev.javelin.modelloader.safetensors.SafetensorsFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** A folder with config.json, safetensors and tokenizer files. */
final class HuggingFaceCheckpoint implements Checkpoint {
  static final String CONFIG = "config.json";

  /** Ends of the names of the tables that have a row for each token. */
  private static final List<String> VOCABULARY_TABLES =
      List.of(
          "lm_head.weight",
          "embed_tokens.weight",
          "wte.weight",
          "word_embeddings.weight",
          "embed_in.weight",
          "embed_out.weight");

  private final Path folder;
  private final ConfigView config;
  private final String architecture;
  private final Map<String, SafetensorsFile> fileOfTensor;
  private final ModelAssets assets;

  private HuggingFaceCheckpoint(
      Path folder, ConfigView config, Map<String, SafetensorsFile> fileOfTensor, JsonFiles files) {
    this.folder = folder;
    this.config = config;
    this.architecture = Architectures.of(config);
    this.fileOfTensor = fileOfTensor;
    this.assets = readAssets(files);
  }

  static HuggingFaceCheckpoint open(Path folder, LoadLimits limits) {
    JsonFiles files = new JsonFiles(folder, limits.jsonBytes());
    Path configFile = files.path(CONFIG);
    if (files.bytes(CONFIG).isEmpty()) {
      throw new ModelLoadException("the model folder lacks its configuration: file=" + configFile);
    }
    ConfigView config = ConfigNormalizer.normalize(configFile.toString(), files.object(CONFIG));
    return new HuggingFaceCheckpoint(folder, config, SafetensorsFolder.open(folder, limits), files);
  }

  @Override
  public String architecture() {
    return architecture;
  }

  @Override
  public ConfigView config() {
    return config;
  }

  @Override
  public Conventions conventions() {
    return new Conventions(false, Architectures.onePlusNorms(config, architecture));
  }

  @Override
  public Set<String> tensorNames() {
    return fileOfTensor.keySet();
  }

  @Override
  public boolean has(String name) {
    return fileOfTensor.containsKey(name);
  }

  @Override
  public WeightSource tensor(String name) {
    return file(name).tensor(name);
  }

  @Override
  public long[] shape(String name) {
    return file(name).shape(name);
  }

  @Override
  public ModelAssets assets() {
    return assets;
  }

  @Override
  public void close() {
    // Mappings end with the last buffer over them; see MappedFile.
  }

  private SafetensorsFile file(String name) {
    SafetensorsFile file = fileOfTensor.get(name);
    if (file == null) {
      throw new ModelLoadException(
          "the tensor is missing: tensor=%s, folder=%s".formatted(name, folder));
    }
    return file;
  }

  private ModelAssets readAssets(JsonFiles files) {
    TokenizerAssets tokenizer = HuggingFaceTokenizer.read(files);
    ConfigView generation = GenerationConfig.read(files);
    Set<Integer> eosTokenIds = new LinkedHashSet<>(tokenizer.eosTokenIds());
    eosTokenIds.addAll(GenerationConfig.eosTokenIds(config));
    eosTokenIds.addAll(GenerationConfig.eosTokenIds(generation));
    Integer bosTokenId =
        tokenizer.specialTokens().isEmpty()
            ? GenerationConfig.tokenIds(config, "bos_token_id").stream().findFirst().orElse(null)
            : tokenizer.bosTokenId();
    return new ModelAssets(
        tokenizer.vocabulary(),
        tokenizer.chatTemplate(),
        tokenizer.namedChatTemplates(),
        tokenizer.specialTokens(),
        bosTokenId,
        new ArrayList<>(eosTokenIds),
        tokenizer.addBosToken(),
        generation.members(),
        vocabSize(),
        maxModelLen(files));
  }

  private int vocabSize() {
    OptionalLong rows =
        fileOfTensor.keySet().stream()
            .filter(name -> VOCABULARY_TABLES.stream().anyMatch(name::endsWith))
            .filter(name -> shape(name).length == 2)
            .mapToLong(name -> shape(name)[0])
            .min();
    if (rows.isEmpty()) {
      return config.integer("vocab_size");
    }
    if (rows.getAsLong() > Integer.MAX_VALUE) {
      throw new ModelLoadException(
          "the vocabulary is too large: folder=%s, rows=%d".formatted(folder, rows.getAsLong()));
    }
    return (int) rows.getAsLong();
  }

  private int maxModelLen(JsonFiles files) {
    String name = "sentence_bert_config.json";
    ConfigView sentences = new ConfigView(files.path(name).toString(), files.object(name));
    return sentences.has("max_seq_length")
        ? sentences.integer("max_seq_length")
        : MaxModelLen.of(config);
  }
}
