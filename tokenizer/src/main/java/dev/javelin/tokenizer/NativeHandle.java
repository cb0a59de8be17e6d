// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import ai.djl.huggingface.tokenizers.jni.TokenizersLibrary;
import dev.javelin.engineapi.ModelLoadException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongFunction;

/**
 * Owns one tokenizer of the native library. Any number of threads may {@link #use} it at once;
 * {@link #run} (release) waits for them and frees the memory once.
 */
final class NativeHandle implements Runnable {
  private static final TokenizersLibrary LIBRARY = TokenizersLibrary.LIB;

  private final ReadWriteLock lock = new ReentrantReadWriteLock();
  private long address;

  private NativeHandle(long address) {
    this.address = address;
  }

  static NativeHandle open(TokenizerDefinition definition, byte[] json) {
    NativeLibrary.load();
    try {
      long address = LIBRARY.createTokenizerFromString(new String(json, StandardCharsets.UTF_8));
      LIBRARY.disableTruncation(address);
      LIBRARY.disablePadding(address);
      return new NativeHandle(address);
    } catch (RuntimeException e) {
      throw new ModelLoadException(
          NativeFault.describe(definition, String.valueOf(e.getMessage())), e);
    }
  }

  /**
   * Runs an operation on the native tokenizer's address.
   *
   * @throws IllegalStateException after release
   */
  <T> T use(LongFunction<T> operation) {
    lock.readLock().lock();
    try {
      if (address == 0) {
        throw new IllegalStateException("the tokenizer is closed");
      }
      return operation.apply(address);
    } finally {
      lock.readLock().unlock();
    }
  }

  /** Frees the native tokenizer; further calls do nothing. */
  @Override
  public void run() {
    lock.writeLock().lock();
    try {
      if (address != 0) {
        LIBRARY.deleteTokenizer(address);
        address = 0;
      }
    } finally {
      lock.writeLock().unlock();
    }
  }
}
