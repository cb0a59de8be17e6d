// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore;

import dev.javelin.compute.Backend;
import dev.javelin.compute.BackendOptions;
import dev.javelin.compute.BackendOptions.WeightType;
import dev.javelin.compute.BackendProvider;
import dev.javelin.engineapi.DeviceConfig;
import dev.javelin.engineapi.EngineException;
import dev.javelin.engineapi.ModelConfig;
import dev.javelin.engineapi.ValidationException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Chooses the backend among those on the class path. */
public final class Backends {
  private static final Logger LOG = LoggerFactory.getLogger(Backends.class);

  private Backends() {}

  /** Every backend on the class path, best first. */
  public static List<BackendProvider> available() {
    List<BackendProvider> providers = new ArrayList<>();
    ServiceLoader.load(BackendProvider.class, Backends.class.getClassLoader())
        .forEach(providers::add);
    providers.sort(Comparator.comparingInt(BackendProvider::priority).reversed());
    return providers;
  }

  /**
   * Opens the configured backend; the caller closes it.
   *
   * @throws ValidationException if no backend has the configured name
   * @throws EngineException if it, or with {@code auto} every one, cannot be used here; says why
   */
  static Backend open(DeviceConfig device, ModelConfig.Dtype dtype) {
    List<BackendProvider> providers = available();
    List<String> reasons = new ArrayList<>();
    boolean auto = device.backend().equals("auto");
    for (BackendProvider provider : providers) {
      if (!auto && !provider.name().equals(device.backend())) {
        continue;
      }
      Optional<String> cause = provider.unavailabilityCause();
      if (cause.isEmpty()) {
        LOG.info("backend: {} ({})", provider.name(), auto ? "best available" : "configured");
        return provider.open(options(device, dtype));
      }
      reasons.add(provider.name() + ": " + cause.get());
    }
    if (reasons.isEmpty() && !auto) {
      throw new ValidationException(
          "no such backend on the class path, there are "
              + providers.stream().map(BackendProvider::name).toList(),
          "backend",
          device.backend());
    }
    throw new EngineException(
        reasons.isEmpty()
            ? "no backend on the class path; add dev.javelin:javelin-torch-backend"
            : "no backend can be used here: " + String.join("; ", reasons));
  }

  private static BackendOptions options(DeviceConfig device, ModelConfig.Dtype dtype) {
    String name = device.device().equals("auto") ? "cpu" : device.device();
    WeightType type =
        switch (dtype) {
          case AUTO -> WeightType.AUTO;
          case FLOAT32 -> WeightType.FLOAT32;
          case FLOAT16 -> WeightType.FLOAT16;
          case BFLOAT16 -> WeightType.BFLOAT16;
        };
    return new BackendOptions(name, type, device.threads());
  }
}
