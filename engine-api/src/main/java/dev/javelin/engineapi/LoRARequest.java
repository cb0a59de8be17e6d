// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

/**
 * A LoRA adapter to apply to one request.
 *
 * @param name the adapter's unique name; it is part of the prefix cache's key
 * @param path a local directory or hub name that holds the adapter
 */
public record LoRARequest(String name, String path) {
  public LoRARequest {
    if (name.isEmpty()) {
      throw new ValidationException("a LoRA adapter needs a name", "name", name);
    }
  }
}
