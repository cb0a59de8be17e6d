// SPDX-License-Identifier: Apache-2.0
package dev.javelin.torchbackend;

import dev.javelin.compute.Backend;
import dev.javelin.compute.BackendOptions;
import dev.javelin.compute.BackendOptions.WeightType;
import dev.javelin.compute.BackendProvider;
import dev.javelin.engineapi.ValidationException;
import java.util.Optional;

/** Offers the backend {@code torch}: DJL/PyTorch on the CPU, in float32. */
public final class TorchBackendProvider implements BackendProvider {
  static final String NAME = "torch";

  /** Below kernels made for the machine, above a plain reference. */
  private static final int PRIORITY = 10;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int priority() {
    return PRIORITY;
  }

  @Override
  public Optional<String> unavailabilityCause() {
    return TorchNatives.unavailabilityCause();
  }

  /**
   * {@inheritDoc}
   *
   * @throws ValidationException if the device is not the CPU, the weight type not float32, or the
   *     number of threads negative
   */
  @Override
  public Backend open(BackendOptions options) {
    if (!options.device().equals("cpu")) {
      throw new ValidationException(
          "backend torch runs on the cpu only", "device", options.device());
    }
    if (options.weightType() != WeightType.AUTO && options.weightType() != WeightType.FLOAT32) {
      throw new ValidationException(
          "backend torch holds weights in float32 on the cpu; use auto or float32, which read files of"
              + " any type",
          "dtype",
          options.weightType());
    }
    if (options.threads() < 0) {
      throw new ValidationException(
          "threads must be at least 1, or 0 for one a core", "threads", options.threads());
    }
    return new TorchBackend(options.threads());
  }
}
