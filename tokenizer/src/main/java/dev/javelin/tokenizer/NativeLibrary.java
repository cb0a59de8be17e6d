// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import ai.djl.huggingface.tokenizers.jni.LibUtils;
import dev.javelin.engineapi.EngineException;
import org.jspecify.annotations.Nullable;

/** Loads DJL's native tokenizers library from the class path, once a class loader. */
final class NativeLibrary {
  /** With this set DJL takes the library it ships instead of downloading one built for CUDA. */
  private static final String OFFLINE = "ai.djl.offline";

  private NativeLibrary() {}

  /**
   * Makes sure that the library is loaded.
   *
   * @throws EngineException if there is none for this platform
   */
  static void load() {
    try {
      Loaded.check();
    } catch (LinkageError | RuntimeException e) {
      throw new EngineException(
          "the native tokenizers library cannot be loaded: os="
              + System.getProperty("os.name")
              + ", arch="
              + System.getProperty("os.arch")
              + ", cause="
              + e.getMessage(),
          e);
    }
  }

  /** Its initialisation, which the JVM makes thread-safe, is the loading. */
  private static final class Loaded {
    static {
      @Nullable String before = System.getProperty(OFFLINE);
      System.setProperty(OFFLINE, "true");
      try {
        LibUtils.checkStatus();
      } finally {
        restore(before);
      }
    }

    static void check() {
      LibUtils.checkStatus();
    }

    private static void restore(@Nullable String before) {
      if (before == null) {
        System.clearProperty(OFFLINE);
      } else {
        System.setProperty(OFFLINE, before);
      }
    }
  }
}
