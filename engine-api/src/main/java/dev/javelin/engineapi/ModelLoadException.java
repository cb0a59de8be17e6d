// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

import org.jspecify.annotations.Nullable;

/**
 * A model's files are missing, damaged or contradictory. The message names the file and what was
 * expected.
 */
public class ModelLoadException extends EngineException {
  private static final long serialVersionUID = 1L;

  public ModelLoadException(String message) {
    super(message);
  }

  public ModelLoadException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
