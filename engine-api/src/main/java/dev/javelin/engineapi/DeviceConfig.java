// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

/**
 * What runs the forward pass.
 *
 * @param backend a backend's name, or {@code "auto"} for the best one available
 * @param device {@code "auto"}, {@code "cpu"} or {@code "cuda[:n]"}
 * @param threads threads of the forward pass; 0 for one a core
 */
public record DeviceConfig(String backend, String device, int threads) {
  public DeviceConfig {
    if (threads < 0) {
      throw new ValidationException("threads must be 0 or more", "threads", threads);
    }
  }
}
