// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.gguf;

import dev.javelin.compute.DType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes GGUF files for tests, right or wrong as told. */
public final class GgufBytes {
  private static final int ALIGNMENT = 32;

  private final ByteArrayOutputStream metadata = new ByteArrayOutputStream();
  private final ByteArrayOutputStream tensors = new ByteArrayOutputStream();
  private final ByteArrayOutputStream data = new ByteArrayOutputStream();
  private int entryCount;
  private int tensorCount;
  private int version = 3;

  public GgufBytes version(int number) {
    version = number;
    return this;
  }

  /** An entry with a value of type {@code type} that stands in {@code value} byte for byte. */
  public GgufBytes raw(String key, int type, byte[] value) {
    string(metadata, key);
    metadata.writeBytes(little(4).putInt(type).array());
    metadata.writeBytes(value);
    entryCount++;
    return this;
  }

  public GgufBytes u32(String key, int value) {
    return raw(key, 4, little(4).putInt(value).array());
  }

  public GgufBytes f32(String key, float value) {
    return raw(key, 6, little(4).putFloat(value).array());
  }

  public GgufBytes bool(String key, boolean value) {
    return raw(key, 7, new byte[] {(byte) (value ? 1 : 0)});
  }

  public GgufBytes text(String key, String value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    string(bytes, value);
    return raw(key, 8, bytes.toByteArray());
  }

  public GgufBytes texts(String key, List<String> values) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(little(12).putInt(8).putLong(values.size()).array());
    values.forEach(value -> string(bytes, value));
    return raw(key, 9, bytes.toByteArray());
  }

  /** An array of {@code count} elements of type {@code type}, whose bytes are given. */
  public GgufBytes array(String key, int type, int count, byte[] elements) {
    ByteBuffer bytes = little(12 + elements.length).putInt(type).putLong(count).put(elements);
    return raw(key, 9, bytes.array());
  }

  public GgufBytes integers(String key, int... values) {
    ByteBuffer bytes = little(4 * values.length);
    for (int value : values) {
      bytes.putInt(value);
    }
    return array(key, 5, values.length, bytes.array());
  }

  /** A float32 tensor whose elements count up from {@code first}; fastest dimension first. */
  public GgufBytes floats(String name, float first, long... dimensions) {
    int elements = 1;
    for (long dimension : dimensions) {
      elements *= (int) dimension;
    }
    ByteBuffer values = little(4 * elements);
    for (int i = 0; i < elements; i++) {
      values.putFloat(first + i);
    }
    return tensor(name, 0, data.size(), values.array(), dimensions);
  }

  /** A tensor of zeros. */
  public GgufBytes zeros(String name, DType type, int number, long... dimensions) {
    long bytes = type.rowBytes(dimensions[0]);
    for (int i = 1; i < dimensions.length; i++) {
      bytes *= dimensions[i];
    }
    return tensor(name, number, data.size(), new byte[(int) bytes], dimensions);
  }

  /** A tensor described as told, with bytes that are put behind those that are there. */
  public GgufBytes tensor(String name, int type, long offset, byte[] bytes, long... dimensions) {
    string(tensors, name);
    ByteBuffer description = little(4 + 8 * dimensions.length + 12).putInt(dimensions.length);
    for (long dimension : dimensions) {
      description.putLong(dimension);
    }
    tensors.writeBytes(description.putInt(type).putLong(offset).array());
    data.writeBytes(bytes);
    pad(data);
    tensorCount++;
    return this;
  }

  public Path write(Path file) {
    try {
      return Files.write(file, bytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public byte[] bytes() {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    ByteBuffer head = little(24).putInt(0x46554747).putInt(version);
    file.writeBytes(head.putLong(tensorCount).putLong(entryCount).array());
    file.writeBytes(metadata.toByteArray());
    file.writeBytes(tensors.toByteArray());
    pad(file);
    file.writeBytes(data.toByteArray());
    return file.toByteArray();
  }

  private static void pad(ByteArrayOutputStream bytes) {
    while (bytes.size() % ALIGNMENT != 0) {
      bytes.write(0);
    }
  }

  private static void string(ByteArrayOutputStream target, String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    target.writeBytes(little(8).putLong(bytes.length).array());
    target.writeBytes(bytes);
  }

  private static ByteBuffer little(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
