// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader;

import dev.javelin.engineapi.ModelAssets;
import dev.javelin.engineapi.ModelLoadException;
import dev.javelin.modelloader.gguf.GgufModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Finds out what kind of checkpoint a path is. */
final class Checkpoints {
  private static final String GGUF = ".gguf";

  private Checkpoints() {}

  static Checkpoint open(Path path, LoadLimits limits) {
    if (Files.isDirectory(path)) {
      boolean huggingFace =
          Files.isRegularFile(path.resolve(HuggingFaceCheckpoint.CONFIG))
              && SafetensorsFolder.isOne(path);
      List<Path> ggufs = huggingFace ? List.of() : ggufs(path);
      return ggufs.isEmpty()
          ? HuggingFaceCheckpoint.open(path, limits)
          : GgufCheckpoint.open(onlyOne(path, ggufs));
    }
    if (path.toString().endsWith(".safetensors")) {
      throw new ModelLoadException(
          "a safetensors file is no model by itself: file=%s; name its folder".formatted(path));
    }
    return GgufCheckpoint.open(path);
  }

  static ModelAssets withTokenizer(ModelAssets assets, Path source, LoadLimits limits) {
    TokenizerAssets tokenizer = tokenizer(source, limits);
    return new ModelAssets(
        tokenizer.vocabulary(),
        tokenizer.chatTemplate(),
        tokenizer.namedChatTemplates(),
        tokenizer.specialTokens(),
        tokenizer.bosTokenId(),
        union(tokenizer.eosTokenIds(), assets.eosTokenIds()),
        tokenizer.addBosToken(),
        assets.generationConfig(),
        assets.vocabSize(),
        assets.maxModelLen());
  }

  static ModelAssets withGenerationConfig(ModelAssets assets, Path directory, LoadLimits limits) {
    JsonFiles files = new JsonFiles(directory, limits.jsonBytes());
    ConfigView generation = GenerationConfig.read(files);
    if (!Files.isRegularFile(Path.of(generation.source()))) {
      throw new ModelLoadException(
          "there are no sampling defaults: generation_config=%s, expected a folder with %s, auto or vllm"
              .formatted(directory, GenerationConfig.FILE));
    }
    return new ModelAssets(
        assets.vocabulary(),
        assets.chatTemplate(),
        assets.namedChatTemplates(),
        assets.specialTokens(),
        assets.bosTokenId(),
        union(assets.eosTokenIds(), GenerationConfig.eosTokenIds(generation)),
        assets.addBosToken(),
        generation.members(),
        assets.vocabSize(),
        assets.maxModelLen());
  }

  private static List<Integer> union(List<Integer> first, List<Integer> second) {
    return Stream.concat(first.stream(), second.stream()).distinct().toList();
  }

  private static TokenizerAssets tokenizer(Path source, LoadLimits limits) {
    JsonFiles files = new JsonFiles(source, limits.jsonBytes());
    if (Files.isDirectory(source) && files.bytes("tokenizer.json").isPresent()) {
      return HuggingFaceTokenizer.read(files);
    }
    List<Path> ggufs = Files.isDirectory(source) ? ggufs(source) : List.of(source);
    if (ggufs.isEmpty()) {
      throw new ModelLoadException(
          "the folder holds no tokenizer: folder=%s, expected tokenizer.json or a GGUF file"
              .formatted(source));
    }
    Path file = onlyOne(source, ggufs);
    return GgufTokenizer.read(GgufModel.open(file).metadata());
  }

  private static List<Path> ggufs(Path folder) {
    try (Stream<Path> entries = Files.list(folder)) {
      List<Path> files = entries.filter(path -> path.toString().endsWith(GGUF)).sorted().toList();
      List<Path> models = files.stream().filter(path -> !isLaterPart(path)).toList();
      return models.isEmpty() ? files.stream().limit(1).toList() : models;
    } catch (IOException e) {
      throw new ModelLoadException(
          "the folder cannot be read: folder=%s, cause=%s".formatted(folder, e), e);
    }
  }

  private static boolean isLaterPart(Path path) {
    return GgufModel.isLaterPart(String.valueOf(path.getFileName()));
  }

  private static Path onlyOne(Path folder, List<Path> files) {
    if (files.size() != 1) {
      throw new ModelLoadException(
          "the folder must hold one GGUF model: folder=%s, files=%s; name the file"
              .formatted(folder, files));
    }
    return files.get(0);
  }
}
