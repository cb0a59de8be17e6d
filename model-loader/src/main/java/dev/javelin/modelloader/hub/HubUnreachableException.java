// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import dev.javelin.engineapi.ModelLoadException;
import org.jspecify.annotations.Nullable;

/**
 * The hub did not answer, or kept answering that it is busy; what the cache has may still serve.
 */
final class HubUnreachableException extends ModelLoadException {
  private static final long serialVersionUID = 1L;

  HubUnreachableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
