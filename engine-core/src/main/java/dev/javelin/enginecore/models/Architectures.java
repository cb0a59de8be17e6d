// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.models;

import dev.javelin.engineapi.UnsupportedModelException;
import dev.javelin.modelloader.Checkpoint;
import java.util.List;
import java.util.TreeSet;

/** The registry of architectures. */
public final class Architectures {
  private static final List<Architecture> ALL =
      List.of(
          new Llama(),
          new Mistral(),
          new Qwen2(),
          new Qwen3(),
          new Gemma3(),
          new Phi3(),
          new Gpt2());

  private Architectures() {}

  /** The class names of every architecture that can be loaded, sorted. */
  public static List<String> supported() {
    TreeSet<String> names = new TreeSet<>();
    ALL.forEach(architecture -> names.addAll(architecture.names()));
    return List.copyOf(names);
  }

  /**
   * Reads a checkpoint's configuration and finds its weights.
   *
   * @throws UnsupportedModelException if nobody implements its architecture; lists those that are
   * @throws dev.javelin.engineapi.ModelLoadException if tensors are missing or have other shapes;
   *     lists all of them
   */
  public static ModelDefinition define(Checkpoint checkpoint, int maxModelLen) {
    String name = checkpoint.architecture();
    for (Architecture architecture : ALL) {
      if (architecture.names().contains(name)) {
        return architecture.define(checkpoint, maxModelLen);
      }
    }
    throw new UnsupportedModelException(
        "architecture is not supported: architecture=%s, file=%s; supported are %s"
            .formatted(name, checkpoint.config().source(), supported()));
  }
}
