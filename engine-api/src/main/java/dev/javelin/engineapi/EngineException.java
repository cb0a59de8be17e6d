// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

import org.jspecify.annotations.Nullable;

/** The root of every exception that the engine throws on purpose. */
public class EngineException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public EngineException(String message) {
    super(message);
  }

  public EngineException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
