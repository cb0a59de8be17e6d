// SPDX-License-Identifier: Apache-2.0
package dev.javelin.torchbackend;

import ai.djl.pytorch.jni.IValue;
import dev.javelin.compute.DType;
import dev.javelin.compute.KVCache;
import dev.javelin.compute.KVCacheShape;

/** Keys [P, Nkv, keyWidth, S] and values [P, Nkv, S, valueWidth] of every layer, in float32. */
final class TorchKVCache implements KVCache {
  private final KVCacheShape shape;
  private final Arena arena = new Arena();
  private final IValue[] keys;
  private final IValue[] values;
  private final IValue[] slots;

  TorchKVCache(TorchProgram program, KVCacheShape shape) {
    if (shape.dtype() != DType.F32) {
      throw new IllegalArgumentException(
          "backend torch keeps keys and values in F32: dtype=" + shape.dtype());
    }
    this.shape = shape;
    keys = new IValue[shape.layers()];
    values = new IValue[shape.layers()];
    slots = new IValue[shape.layers()];
    try {
      for (int layer = 0; layer < shape.layers(); layer++) {
        keys[layer] = arena.own(layer(program, shape.keyWidth(), shape.blockSize()));
        values[layer] = arena.own(layer(program, shape.blockSize(), shape.valueWidth()));
        slots[layer] = arena.own(program.call("slots", keys[layer], values[layer]));
      }
    } catch (RuntimeException | Error e) {
      arena.close();
      throw e;
    }
  }

  private IValue layer(TorchProgram program, int rows, int columns) {
    return program.empty(shape.blocks(), shape.kvHeads(), rows, columns);
  }

  @Override
  public KVCacheShape shape() {
    return shape;
  }

  IValue keys(int layer) {
    checkOpen();
    return keys[layer];
  }

  IValue values(int layer) {
    checkOpen();
    return values[layer];
  }

  /** Views of both for writing, as {@code write_key_value} takes them. */
  IValue slots(int layer) {
    checkOpen();
    return slots[layer];
  }

  private void checkOpen() {
    if (arena.closed()) {
      throw new IllegalStateException("the KV cache is closed");
    }
  }

  @Override
  public void close() {
    arena.close();
  }
}
