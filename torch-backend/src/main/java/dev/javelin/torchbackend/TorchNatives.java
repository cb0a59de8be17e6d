// SPDX-License-Identifier: Apache-2.0
package dev.javelin.torchbackend;

import ai.djl.Device;
import ai.djl.ndarray.NDManager;
import ai.djl.pytorch.engine.PtNDManager;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Loads DJL's PyTorch engine and libtorch, once a process. DJL unpacks libtorch into its cache
 * folder ({@code DJL_CACHE_DIR}, by default {@code ~/.djl.ai}) under a temporary name and moves it
 * into place, so processes that start together do not disturb each other.
 */
final class TorchNatives {
  private static final String ENGINE = "PyTorch";

  private TorchNatives() {}

  /** Why libtorch cannot be loaded here, or empty if it is loaded. Never throws. */
  static Optional<String> unavailabilityCause() {
    return Optional.ofNullable(Loaded.CAUSE);
  }

  /**
   * A manager of native arrays; the caller closes it.
   *
   * @throws IllegalStateException if libtorch cannot be loaded here
   */
  static PtNDManager newManager() {
    if (Loaded.CAUSE != null) {
      throw new IllegalStateException("libtorch cannot be loaded: " + Loaded.CAUSE);
    }
    return (PtNDManager) NDManager.newBaseManager(Device.cpu(), ENGINE);
  }

  /** Initialised on first use: static initialisation runs once and makes other threads wait. */
  private static final class Loaded {
    static final @Nullable String CAUSE = load();

    private Loaded() {}

    private static @Nullable String load() {
      try {
        stayOffline();
        NDManager.newBaseManager(Device.cpu(), ENGINE).close();
        return null;
      } catch (Throwable e) {
        return describe(e);
      }
    }

    /** DJL reads these when its first class loads; an environment variable of the user wins. */
    private static void stayOffline() {
      setUnlessChosen("ai.djl.offline", "DJL_OFFLINE");
      setUnlessChosen("OPT_OUT_TRACKING", "OPT_OUT_TRACKING");
    }

    private static void setUnlessChosen(String property, String variable) {
      if (System.getProperty(property) == null && System.getenv(variable) == null) {
        System.setProperty(property, "true");
      }
    }

    private static String describe(Throwable failure) {
      StringBuilder text = new StringBuilder();
      String previous = "";
      for (Throwable e = failure; e != null; e = e.getCause()) {
        String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        if (!previous.contains(message)) {
          text.append(text.isEmpty() ? "" : ": ").append(message);
        }
        previous = message;
      }
      return text
          + "; os="
          + System.getProperty("os.name")
          + ", arch="
          + System.getProperty("os.arch")
          + "; add ai.djl.pytorch:pytorch-jni and the pytorch-native-cpu of this platform to the class path";
    }
  }
}
