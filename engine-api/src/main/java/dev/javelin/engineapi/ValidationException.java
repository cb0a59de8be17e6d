// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The caller gave a value that cannot be used; the engine is unharmed and nothing was queued. */
public class ValidationException extends EngineException {
  private static final long serialVersionUID = 1L;

  private final @Nullable String parameter;

  /** A fault that no single parameter is to blame for. */
  public ValidationException(String message) {
    this(message, null, null);
  }

  /**
   * @param parameter name of the parameter, as users write it
   * @param value the value that was refused; it is appended to the message
   */
  public ValidationException(String message, String parameter, @Nullable Object value) {
    super(message + ": " + parameter + "=" + value);
    this.parameter = parameter;
  }

  protected ValidationException(
      String message, @Nullable String parameter, @Nullable Throwable cause) {
    super(message, cause);
    this.parameter = parameter;
  }

  /** The parameter to blame, in the spelling users write, if there is a single one. */
  public Optional<String> parameter() {
    return Optional.ofNullable(parameter);
  }
}
