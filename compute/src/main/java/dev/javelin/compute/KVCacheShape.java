// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute;

/**
 * @param layers L
 * @param blocks P, the null block included
 * @param blockSize S, token slots a block
 * @param kvHeads Nkv
 * @param keyWidth width of a key head
 * @param valueWidth width of a value head
 * @param dtype type of the stored elements
 */
public record KVCacheShape(
    int layers, int blocks, int blockSize, int kvHeads, int keyWidth, int valueWidth, DType dtype) {
  /** Bytes of one block over all layers: keys and values. */
  public long blockBytes() {
    return dtype.rowBytes((long) blockSize * kvHeads * (keyWidth + valueWidth)) * layers;
  }
}
