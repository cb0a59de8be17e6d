// SPDX-License-Identifier: Apache-2.0
package dev.javelin.torchbackend;

import ai.djl.pytorch.jni.JniUtils;
import dev.javelin.compute.Backend;
import dev.javelin.compute.DType;
import dev.javelin.compute.KVCache;
import dev.javelin.compute.KVCacheShape;
import dev.javelin.compute.RopeAngles;
import dev.javelin.compute.RopeTable;
import dev.javelin.compute.Step;
import dev.javelin.compute.StepInputs;
import dev.javelin.compute.Weight;
import dev.javelin.compute.WeightSource;
import java.util.Set;

/** The op set on torch's CPU kernels. */
final class TorchBackend implements Backend {
  private final TorchProgram program;
  private final WeightLoader weights;
  private final int threads;
  private boolean closed;

  /**
   * @param threads threads of an op; 0 means one a core, or what {@code OMP_NUM_THREADS} says
   */
  TorchBackend(int threads) {
    this.program = new TorchProgram();
    this.weights = new WeightLoader(program);
    this.threads = threads > 0 ? threads : defaultThreads();
  }

  private static int defaultThreads() {
    // Torch has read the variable already; it does not know the limits of a container.
    return System.getenv("OMP_NUM_THREADS") != null
        ? JniUtils.getNumThreads()
        : Runtime.getRuntime().availableProcessors();
  }

  @Override
  public String name() {
    return TorchBackendProvider.NAME;
  }

  @Override
  public Set<DType> weightTypes() {
    return WeightLoader.types();
  }

  @Override
  public Weight weight(WeightSource source) {
    checkOpen();
    return weights.load(source);
  }

  @Override
  public long weightBytes(WeightSource source) {
    return WeightLoader.bytes(source);
  }

  @Override
  public KVCache kvCache(KVCacheShape shape) {
    checkOpen();
    return new TorchKVCache(program, shape);
  }

  @Override
  public RopeTable ropeTable(RopeAngles angles, int positions) {
    checkOpen();
    return new TorchRopeTable(program, angles, positions);
  }

  @Override
  public Step step(StepInputs inputs) {
    checkOpen();
    JniUtils.setNumThreads(threads);
    // Per thread: without it every new shape is profiled and compiled anew.
    JniUtils.setGraphExecutorOptimize(false);
    return new TorchStep(program, inputs);
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the backend is closed");
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      program.close();
    }
  }
}
