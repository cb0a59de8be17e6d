// SPDX-License-Identifier: Apache-2.0
package dev.javelin.torchbackend;

import ai.djl.pytorch.jni.IValue;
import dev.javelin.compute.RopeAngles;
import dev.javelin.compute.RopeTable;
import java.nio.FloatBuffer;

/** Cosines and sines of n pairs by position: [positions, 2n]. */
final class TorchRopeTable implements RopeTable {
  private static final int PIECE_FLOATS = 1 << 20;

  private final int positions;
  private final int rotated;
  private final boolean interleaved;
  private final IValue value;
  private boolean closed;

  TorchRopeTable(TorchProgram program, RopeAngles angles, int positions) {
    this.positions = positions;
    this.rotated = 2 * angles.inverseFrequencies().length;
    this.interleaved = angles.interleaved();
    this.value = program.empty(positions, rotated);
    int rowsAtOnce = Math.max(1, PIECE_FLOATS / Math.max(1, rotated));
    for (int row = 0; row < positions && rotated > 0; row += rowsAtOnce) {
      int first = row;
      int count = Math.min(rowsAtOnce, positions - row);
      program.withRows(value, first, count, memory -> fill(memory.asFloatBuffer(), first, angles));
    }
  }

  private static FloatBuffer fill(FloatBuffer target, int position, RopeAngles angles) {
    double[] frequencies = angles.inverseFrequencies();
    for (int p = position; target.hasRemaining(); p++) {
      for (double frequency : frequencies) {
        target.put((float) (angles.attentionFactor() * Math.cos(p * frequency)));
      }
      for (double frequency : frequencies) {
        target.put((float) (angles.attentionFactor() * Math.sin(p * frequency)));
      }
    }
    return target;
  }

  @Override
  public int positions() {
    return positions;
  }

  /** Leading elements of a head that are rotated. */
  int rotated() {
    return rotated;
  }

  boolean interleaved() {
    return interleaved;
  }

  IValue value() {
    if (closed) {
      throw new IllegalStateException("the rope table is closed");
    }
    return value;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      value.close();
    }
  }
}
