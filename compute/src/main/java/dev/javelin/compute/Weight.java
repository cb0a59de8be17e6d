// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute;

/** A weight matrix as a backend holds it: opaque, immutable, [rows, columns]. */
public interface Weight extends AutoCloseable {
  /** The name it was loaded under, for messages. */
  String name();

  /** Output features, or entries of a table; 1 for a vector. */
  int rows();

  /** Input features, or the vector's length. */
  int columns();

  @Override
  void close();
}
