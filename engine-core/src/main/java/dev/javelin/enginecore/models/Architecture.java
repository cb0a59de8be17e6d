// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.models;

import dev.javelin.modelloader.Checkpoint;
import java.util.List;

/** A family of models: how its configuration and tensor names are read. */
interface Architecture {
  /** The class names that Hugging Face configurations use for it. */
  List<String> names();

  /**
   * Reads the configuration and finds the weights.
   *
   * @param maxModelLen the longest sequence that will be asked for, in tokens; some rope kinds
   *     depend on it
   */
  ModelDefinition define(Checkpoint checkpoint, int maxModelLen);
}
