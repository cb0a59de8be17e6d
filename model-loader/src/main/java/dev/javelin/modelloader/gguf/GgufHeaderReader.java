// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.gguf;

import dev.javelin.compute.DType;
import dev.javelin.engineapi.ModelLoadException;
import dev.javelin.engineapi.UnsupportedModelException;
import dev.javelin.modelloader.mapped.FileSignature;
import dev.javelin.modelloader.mapped.MappedFile;
import dev.javelin.modelloader.mapped.TensorShape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads what stands before a file's data, part by part and in order. For one thread. */
final class GgufHeaderReader {
  /** The letters GGUF, first letter in the lowest byte. */
  private static final int MAGIC = 0x46554747;

  private static final int MOST_DIMENSIONS = 4;

  /** Fewest bytes of a metadata entry: key length, one letter, type, one byte. */
  private static final int LEAST_ENTRY_BYTES = 14;

  /** Fewest bytes of a tensor description: name length, dimension count, type, offset. */
  private static final int LEAST_TENSOR_BYTES = 24;

  private static final int LONGEST_NAME_BYTES = 65_535;

  private final MappedFile file;
  private final GgufCursor cursor;
  private long tensorCount;
  private long entryCount;

  GgufHeaderReader(MappedFile file) {
    this.file = file;
    this.cursor = new GgufCursor(file);
  }

  long position() {
    return cursor.position();
  }

  /** Reads magic, version and counts; the counts are bounded by the file's length. */
  void readCounts() {
    if (file.size() < 4 || cursor.i32("the magic number") != MAGIC) {
      throw new ModelLoadException(
          "not a GGUF file, the magic number is another: file=%s, fileBytes=%d%s"
              .formatted(file.path(), file.size(), FileSignature.hint(file)));
    }
    int version = cursor.i32("the version");
    if (version != 0 && (version & 0xffff) == 0) {
      throw new UnsupportedModelException(
          "the GGUF file is big-endian: file=%s, version=0x%08x, expected little-endian"
              .formatted(file.path(), version));
    }
    if (version != 2 && version != 3) {
      throw new UnsupportedModelException(
          "the GGUF version is not supported: file=%s, version=%s, expected 2 or 3"
              .formatted(file.path(), Integer.toUnsignedString(version)));
    }
    tensorCount = cursor.i64("the tensor count");
    entryCount = cursor.i64("the metadata key count");
    checkCount("tensor count", tensorCount, LEAST_TENSOR_BYTES);
    checkCount("metadata key count", entryCount, LEAST_ENTRY_BYTES);
  }

  private void checkCount(String what, long count, int leastBytes) {
    if (count < 0 || count > cursor.remaining() / leastBytes) {
      throw new ModelLoadException(
          "the %s goes past the end of the file, which may be truncated: file=%s, count=%s, fileBytes=%d"
              .formatted(what, file.path(), Long.toUnsignedString(count), file.size()));
    }
  }

  /** Reads the metadata, which follow the counts. */
  GgufMetadata readMetadata() {
    String source = file.path().toString();
    GgufValueReader values = new GgufValueReader(source, cursor);
    Map<String, Object> entries = new LinkedHashMap<>();
    for (long i = 0; i < entryCount; i++) {
      String key = name("metadata key");
      if (entries.put(key, values.read(key)) != null) {
        throw new ModelLoadException(
            "a metadata key is there twice, a duplicate: file=%s, key=%s"
                .formatted(file.path(), key));
      }
    }
    return new GgufMetadata(source, entries);
  }

  /** Reads the tensors' descriptions, which follow the metadata. */
  Map<String, GgufTensorInfo> readTensors() {
    Map<String, GgufTensorInfo> tensors = new LinkedHashMap<>();
    for (long i = 0; i < tensorCount; i++) {
      GgufTensorInfo tensor = tensor();
      if (tensors.put(tensor.name(), tensor) != null) {
        throw new ModelLoadException(
            "a tensor is there twice, a duplicate: file=%s, tensor=%s"
                .formatted(file.path(), tensor.name()));
      }
    }
    return Collections.unmodifiableMap(tensors);
  }

  private GgufTensorInfo tensor() {
    String name = name("tensor name");
    long dimensionCount = cursor.u32("the dimension count of " + name);
    if (dimensionCount > MOST_DIMENSIONS) {
      throw invalid(name, "dimensions=" + dimensionCount, "up to " + MOST_DIMENSIONS);
    }
    List<Long> dimensions = new ArrayList<>();
    for (long i = 0; i < dimensionCount; i++) {
      dimensions.add(cursor.i64("the dimensions of " + name));
    }
    Collections.reverse(dimensions);
    long typeNumber = cursor.u32("the type of " + name);
    DType dtype =
        GgufTensorType.numbered(typeNumber)
            .orElseThrow(
                () ->
                    new UnsupportedModelException(
                        "the tensor's type is unknown or no longer in use: file=%s, tensor=%s,"
                                .formatted(file.path(), name)
                            + " type=%d, expected one of %s"
                                .formatted(typeNumber, GgufTensorType.supported())));
    long offset = cursor.i64("the offset of " + name);
    TensorShape shape = shape(name, dimensions);
    return new GgufTensorInfo(name, dtype, shape, offset, bytes(name, dtype, shape));
  }

  private TensorShape shape(String name, List<Long> dimensions) {
    try {
      return new TensorShape(dimensions);
    } catch (IllegalArgumentException e) {
      throw invalid(
          name, "dimensions=" + dimensions, "dimensions of 0 or more, whose size fits the file");
    }
  }

  private long bytes(String name, DType dtype, TensorShape shape) {
    if (shape.columns() % dtype.blockElements() != 0) {
      throw invalid(
          name,
          "type=%s, row=%d".formatted(dtype, shape.columns()),
          "rows of whole blocks of " + dtype.blockElements());
    }
    return shape.rows() * dtype.rowBytes(shape.columns());
  }

  private String name(String what) {
    String name = cursor.string("a " + what);
    if (name.isEmpty() || name.length() > LONGEST_NAME_BYTES) {
      throw new ModelLoadException(
          "a %s is %s: file=%s, byte=%d, expected 1 to %d letters"
              .formatted(
                  what,
                  name.isEmpty() ? "empty" : "too long",
                  file.path(),
                  cursor.position(),
                  LONGEST_NAME_BYTES));
    }
    return name;
  }

  private ModelLoadException invalid(String tensor, String found, String expected) {
    return new ModelLoadException(
        "a tensor's description is invalid: file=%s, tensor=%s, %s, expected %s"
            .formatted(file.path(), tensor, found, expected));
  }
}
