// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute;

import java.util.Optional;

/**
 * Found by {@link java.util.ServiceLoader}: makes backends, or says why it cannot on this machine.
 */
public interface BackendProvider {
  /** The name users choose it by, for example {@code "torch"}. */
  String name();

  /** Rank for {@code backend = auto}; the highest available one is taken. */
  int priority();

  /**
   * Why this backend cannot be used here, or empty if it can. Must not throw and must not crash the
   * process.
   */
  Optional<String> unavailabilityCause();

  /** Opens a backend. Whoever opens it closes it. */
  Backend open(BackendOptions options);
}
