// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.sampler;

/**
 * The counter-based random numbers of sampling: each is a hash of a request's key and the index of
 * the output token that it is for, so that a draw can be repeated without the draws before it.
 *
 * <p>The hash is an element of the SplitMix64 sequence that starts at the key: Steele, Lea, Flood,
 * "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014, with the finalizer that David
 * Stafford published as "Mix13".
 */
public final class RandomKey {
  /** Step of the sequence, 2^64 divided by the golden ratio, made odd. */
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private RandomKey() {}

  /** The key of a request that brings its own seed: equal seeds give equal draws. */
  public static long ofSeed(long seed) {
    return element(seed, 0);
  }

  /**
   * The key of a request without a seed.
   *
   * @param engineSeed the engine's seed
   * @param arrival how many requests the engine has taken before this one
   */
  public static long ofArrival(long engineSeed, long arrival) {
    return element(element(engineSeed, 1), arrival);
  }

  /** The number of an output token: uniform in [0, 1), a multiple of 2^-53. */
  static double uniform(long key, long outputIndex) {
    return (element(key, outputIndex) >>> 11) * 0x1p-53;
  }

  /** Element {@code index} of the SplitMix64 sequence that starts at {@code start}. */
  static long element(long start, long index) {
    long z = start + (index + 1) * GOLDEN_GAMMA;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
