// SPDX-License-Identifier: Apache-2.0
package dev.javelin.computetck;

import dev.javelin.compute.Backend;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What the parts of the suite have in common: a fresh backend for each test. */
abstract class OpContract {
  /** Sizes that fit vector registers and sizes that leave a rest. */
  static final int[] SIZES = {1, 3, 7, 8, 13, 31, 64, 257};

  /** Relative error of a few float32 operations in a row. */
  static final double TOLERANCE = 2e-6;

  @SuppressWarnings("NullAway.Init")
  Workbench bench;

  /** Opens the backend under test. */
  abstract Backend open();

  @BeforeEach
  final void openBench() {
    bench = new Workbench(open());
  }

  @AfterEach
  final void closeBench() {
    bench.close();
  }
}
