// SPDX-License-Identifier: Apache-2.0
package dev.javelin.openaiprotocol;

import dev.javelin.engineapi.EngineException;
import org.jspecify.annotations.Nullable;

/** A request that is answered with an error object. */
public class ApiException extends EngineException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final @Nullable String param;

  /**
   * @param status HTTP status
   * @param message for the caller
   * @param param the field to blame, or null
   */
  public ApiException(int status, String message, @Nullable String param) {
    super(message);
    this.status = status;
    this.param = param;
  }

  /** A fault of the caller: status 400. */
  public static ApiException badRequest(String message, @Nullable String param) {
    return new ApiException(400, message, param);
  }

  public int status() {
    return status;
  }

  /** The error object that says this. */
  public ErrorObject error() {
    return new ErrorObject(
        getMessage() == null ? "" : getMessage(), ErrorObject.typeOf(status), param, status);
  }
}
