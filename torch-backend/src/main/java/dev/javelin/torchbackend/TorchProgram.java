// SPDX-License-Identifier: Apache-2.0
package dev.javelin.torchbackend;

import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.engine.PtNDManager;
import ai.djl.pytorch.engine.PtSymbolBlock;
import ai.djl.pytorch.jni.IValue;
import ai.djl.pytorch.jni.IValueUtils;
import ai.djl.pytorch.jni.JniUtils;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** The loaded TorchScript ops and their constant arguments. One thread at a time. */
final class TorchProgram implements AutoCloseable {
  private static final String RESOURCE = "ops.torchscript";

  private final PtNDManager manager;
  private final PtSymbolBlock module;
  private final Arena constants = new Arena();
  private final Map<Object, IValue> interned = new HashMap<>();
  private final Map<Double, IValue> scalars = new HashMap<>();

  TorchProgram() {
    manager = TorchNatives.newManager();
    try {
      byte[] archive = TorchScriptArchive.of("Ops", source());
      module = JniUtils.loadModule(manager, new ByteArrayInputStream(archive), false, false);
    } catch (IOException e) {
      manager.close();
      throw new UncheckedIOException(e);
    } catch (RuntimeException e) {
      manager.close();
      throw e;
    }
  }

  private static String source() throws IOException {
    try (InputStream in = TorchProgram.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("missing resource: " + RESOURCE);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Calls an op; the caller closes the result. */
  IValue call(String op, IValue... arguments) {
    return IValueUtils.runMethod(module, op, arguments);
  }

  /** A constant, which the program owns. */
  IValue constant(double value) {
    return interned.computeIfAbsent(value, v -> constants.own(IValue.from(value)));
  }

  /** A constant, which the program owns. */
  IValue constant(boolean value) {
    return interned.computeIfAbsent(value, v -> constants.own(IValue.from(value)));
  }

  /** A constant, which the program owns; for numbers that recur, such as a number of heads. */
  IValue constant(long value) {
    return interned.computeIfAbsent(value, v -> constants.own(IValue.from(value)));
  }

  /** A constant as a float32 tensor [1, 1], which the program owns. */
  IValue scalarTensor(double value) {
    IValue known = scalars.get(value);
    if (known == null) {
      known = constants.own(call("scalar", constant(value)));
      scalars.put(value, known);
    }
    return known;
  }

  /** Torch's None, which the program owns. */
  IValue none() {
    return interned.computeIfAbsent("none", v -> constants.own(call("none")));
  }

  /** An int64 vector; the caller closes it. */
  IValue longs(long... values) {
    try (IValue list = IValue.listFrom(values)) {
      return call("longs", list);
    }
  }

  /**
   * A float32 tensor of unknown content, whose memory is taken as it is written; the caller closes
   * it.
   */
  IValue empty(long... shape) {
    try (IValue list = IValue.listFrom(shape)) {
      return call("empty", list);
    }
  }

  /**
   * Calls {@code use} with the memory of a contiguous tensor of less than 2 GiB, valid during the
   * call only.
   */
  <R> R withMemory(IValue tensor, Function<ByteBuffer, R> use) {
    try (PtNDArray array = tensor.toTensor(manager)) {
      return use.apply(array.toByteBuffer(true).order(ByteOrder.nativeOrder()));
    }
  }

  /**
   * As {@link #withMemory(IValue, Function)}, for rows {@code [start, start + count)} of a matrix.
   */
  <R> R withRows(IValue matrix, long start, long count, Function<ByteBuffer, R> use) {
    try (IValue rows = rows(matrix, start, count)) {
      return withMemory(rows, use);
    }
  }

  /** A view of rows {@code [start, start + count)} of a matrix; the caller closes it. */
  IValue rows(IValue matrix, long start, long count) {
    try (IValue from = IValue.from(start);
        IValue length = IValue.from(count)) {
      return call("row_range", matrix, from, length);
    }
  }

  /** The owner of arrays that wrap Java's memory. */
  PtNDManager manager() {
    return manager;
  }

  @Override
  public void close() {
    constants.close();
    module.close();
    manager.close();
  }
}
