// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader;

/**
 * Bounds of what is read to the heap from files that may be hostile.
 *
 * @param headerBytes longest header of a safetensors file, in bytes
 * @param jsonBytes longest JSON or template file, in bytes
 */
public record LoadLimits(int headerBytes, int jsonBytes) {
  /**
   * Headers of 100 MB, the limit of the reference implementation (about a million tensors), and
   * JSON files of 256 MiB, ten times the largest tokenizer seen.
   */
  public static final LoadLimits DEFAULT = new LoadLimits(100_000_000, 256 << 20);

  public LoadLimits {
    if (headerBytes < 2 || jsonBytes < 2) {
      throw new IllegalArgumentException(
          "limits must be 2 or more: headerBytes=" + headerBytes + ", jsonBytes=" + jsonBytes);
    }
  }
}
