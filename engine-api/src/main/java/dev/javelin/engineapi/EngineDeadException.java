// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

import org.jspecify.annotations.Nullable;

/** The engine core failed and cannot go on; every request that was in it is lost. */
public class EngineDeadException extends EngineException {
  private static final long serialVersionUID = 1L;

  public EngineDeadException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
