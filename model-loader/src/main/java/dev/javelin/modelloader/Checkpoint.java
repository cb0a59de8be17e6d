// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader;

import dev.javelin.compute.WeightSource;
import dev.javelin.engineapi.ModelAssets;
import java.nio.file.Path;
import java.util.Set;

/**
 * A model's files, opened: its configuration, its weights by name, and what the shell needs.
 * Whatever the files' format, architecture, configuration keys and tensor names are those of
 * Hugging Face's transformers.
 */
public interface Checkpoint extends AutoCloseable {
  /**
   * Opens a Hugging Face folder, a folder that holds just one GGUF model, a GGUF file, or any part
   * of a split GGUF.
   *
   * @throws dev.javelin.engineapi.ModelLoadException if files are missing, damaged or contradictory
   * @throws dev.javelin.engineapi.UnsupportedModelException if the files are sound, but of a kind
   *     that is not implemented
   */
  static Checkpoint open(Path directoryOrFile) {
    return open(directoryOrFile, LoadLimits.DEFAULT);
  }

  /** As {@link #open(Path)}, with other limits. */
  static Checkpoint open(Path directoryOrFile, LoadLimits limits) {
    return Checkpoints.open(directoryOrFile, limits);
  }

  /**
   * A model's assets with the tokenizer, templates and special tokens of another folder or GGUF
   * file. The model's end tokens follow those of the tokenizer.
   *
   * @throws dev.javelin.engineapi.ModelLoadException if there is no tokenizer
   */
  static ModelAssets withTokenizer(ModelAssets assets, Path directoryOrFile) {
    return Checkpoints.withTokenizer(assets, directoryOrFile, LoadLimits.DEFAULT);
  }

  /**
   * A model's assets with the sampling defaults of the {@code generation_config.json} in another
   * folder. The end tokens that it lists are added to the model's.
   *
   * @throws dev.javelin.engineapi.ModelLoadException if there is no such file, or it is damaged
   */
  static ModelAssets withGenerationConfig(ModelAssets assets, Path directory) {
    return Checkpoints.withGenerationConfig(assets, directory, LoadLimits.DEFAULT);
  }

  /** The class name of the architecture, for example {@code LlamaForCausalLM}. */
  String architecture();

  /** The model's configuration in its one normal form; see {@link ConfigNormalizer}. */
  ConfigView config();

  /** What the weights mean beyond their names. */
  Conventions conventions();

  /**
   * The tensors' names, and {@code rope_freqs.weight} where a GGUF file divides its rotary
   * frequencies by factors of its own.
   */
  Set<String> tensorNames();

  /** Whether there is a tensor of that name. */
  boolean has(String name);

  /**
   * A tensor as a matrix: all dimensions but the last are its rows.
   *
   * @throws dev.javelin.engineapi.ModelLoadException if there is none of that name
   * @throws dev.javelin.engineapi.UnsupportedModelException if its type is not implemented
   */
  WeightSource tensor(String name);

  /**
   * The dimensions of a tensor, outermost first; empty for a scalar.
   *
   * @throws dev.javelin.engineapi.ModelLoadException if there is none of that name
   */
  long[] shape(String name);

  /** Tokenizer, templates, special tokens and defaults. */
  ModelAssets assets();

  /**
   * Lets go of the files. Sources and buffers that were handed out stay valid; a file's mapping
   * ends when the last of them is unreachable.
   */
  @Override
  void close();
}
