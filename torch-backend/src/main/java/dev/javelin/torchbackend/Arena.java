// SPDX-License-Identifier: Apache-2.0
package dev.javelin.torchbackend;

import ai.djl.pytorch.jni.IValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** Owns native values and releases them together. Closing twice is harmless. */
final class Arena implements AutoCloseable {
  private final List<IValue> values = new ArrayList<>();
  private boolean closed;

  /** Takes ownership of {@code value} and returns it. */
  IValue own(IValue value) {
    if (closed) {
      value.close();
      throw new IllegalStateException("already closed");
    }
    values.add(value);
    return value;
  }

  /** Releases every value but these. */
  void retain(List<IValue> kept) {
    Set<IValue> identities = Collections.newSetFromMap(new IdentityHashMap<>());
    identities.addAll(kept);
    List<IValue> remaining = new ArrayList<>();
    for (IValue value : values) {
      if (identities.contains(value)) {
        remaining.add(value);
      } else {
        value.close();
      }
    }
    values.clear();
    values.addAll(remaining);
  }

  /** Values held. */
  int size() {
    return values.size();
  }

  boolean closed() {
    return closed;
  }

  @Override
  public void close() {
    closed = true;
    values.forEach(IValue::close);
    values.clear();
  }
}
