// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute;

/**
 * Keys and values of all layers in blocks; opaque. Written by {@link Step#writeKeyValue}, read by
 * attention.
 */
public interface KVCache extends AutoCloseable {
  KVCacheShape shape();

  @Override
  void close();
}
