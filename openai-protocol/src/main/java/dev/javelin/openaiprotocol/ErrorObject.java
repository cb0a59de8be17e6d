// SPDX-License-Identifier: Apache-2.0
package dev.javelin.openaiprotocol;

import dev.javelin.engineapi.ValidationException;
import org.jspecify.annotations.Nullable;

/**
 * The {@code error} member of a failed response.
 *
 * @param message for people
 * @param type the kind of fault
 * @param param the field to blame, or null
 * @param code the HTTP status, as vLLM has it
 */
public record ErrorObject(String message, String type, @Nullable String param, int code) {
  /** The error object for anything that was thrown while a request was handled. */
  public static ErrorObject of(Throwable fault) {
    String message = String.valueOf(fault.getMessage());
    if (fault instanceof ApiException api) {
      return api.error();
    }
    if (fault instanceof ValidationException invalid) {
      return new ErrorObject(message, typeOf(400), invalid.parameter().orElse(null), 400);
    }
    if (fault instanceof UnsupportedOperationException) {
      return new ErrorObject(message, typeOf(501), null, 501);
    }
    return new ErrorObject(message, typeOf(500), null, 500);
  }

  static String typeOf(int status) {
    return switch (status) {
      case 404 -> "NotFoundError";
      case 501 -> "NotImplementedError";
      default -> status < 500 ? "BadRequestError" : "InternalServerError";
    };
  }
}
