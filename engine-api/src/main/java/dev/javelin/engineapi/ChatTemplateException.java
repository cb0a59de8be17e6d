// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

import org.jspecify.annotations.Nullable;

/** A chat template is missing, malformed, refused its input, or failed while it rendered. */
public class ChatTemplateException extends ValidationException {
  private static final long serialVersionUID = 1L;

  public ChatTemplateException(String message, @Nullable Throwable cause) {
    super(message, null, cause);
  }
}
