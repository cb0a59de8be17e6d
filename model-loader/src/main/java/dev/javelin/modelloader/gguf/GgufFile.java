// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.gguf;

import dev.javelin.engineapi.ModelLoadException;
import dev.javelin.modelloader.mapped.MappedFile;
import dev.javelin.modelloader.mapped.MappedTensor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One GGUF file, which may be a part of a split model. Opening checks that every tensor is aligned
 * and lies in the file, and that none overlap.
 */
public final class GgufFile {
  private static final String ALIGNMENT = "general.alignment";
  private static final long DEFAULT_ALIGNMENT = 32;

  private final MappedFile file;
  private final GgufMetadata metadata;
  private final Map<String, GgufTensorInfo> tensors;
  private final long dataBegin;

  private GgufFile(
      MappedFile file, GgufMetadata metadata, Map<String, GgufTensorInfo> tensors, long dataBegin) {
    this.file = file;
    this.metadata = metadata;
    this.tensors = tensors;
    this.dataBegin = dataBegin;
  }

  /**
   * Opens a file.
   *
   * @throws ModelLoadException if the file is not sound GGUF
   */
  public static GgufFile open(Path path) {
    MappedFile file = MappedFile.open(path);
    GgufHeaderReader reader = new GgufHeaderReader(file);
    reader.readCounts();
    GgufMetadata metadata = reader.readMetadata();
    long alignment = alignment(metadata);
    Map<String, GgufTensorInfo> tensors = reader.readTensors();
    long padding = -reader.position() & alignment - 1;
    if (tensors.isEmpty()) {
      return new GgufFile(file, metadata, tensors, file.size());
    }
    if (padding > file.size() - reader.position()) {
      throw new ModelLoadException(
          "the data begin past the end of the file: file=%s, headerBytes=%d, alignment=%d, fileBytes=%d"
              .formatted(path, reader.position(), alignment, file.size()));
    }
    long dataBegin = reader.position() + padding;
    checkRanges(path, tensors.values(), alignment, file.size() - dataBegin);
    return new GgufFile(file, metadata, tensors, dataBegin);
  }

  /** The file's path. */
  public Path path() {
    return file.path();
  }

  /** The file's metadata. */
  public GgufMetadata metadata() {
    return metadata;
  }

  /** The tensors' names, in the file's order. */
  public Set<String> tensorNames() {
    return tensors.keySet();
  }

  /**
   * A tensor; its dimensions are outermost first.
   *
   * @throws ModelLoadException if there is none of that name
   */
  public MappedTensor tensor(String name) {
    GgufTensorInfo info = tensors.get(name);
    if (info == null) {
      throw new ModelLoadException(
          "the tensor is missing: file=%s, tensor=%s".formatted(path(), name));
    }
    return new MappedTensor(name, info.dtype(), info.shape(), file, dataBegin + info.offset());
  }

  private static long alignment(GgufMetadata metadata) {
    long alignment = metadata.integer(ALIGNMENT).orElse(DEFAULT_ALIGNMENT);
    if (alignment < 1 || Long.bitCount(alignment) != 1) {
      throw new ModelLoadException(
          "the alignment is invalid: file=%s, %s=%d, expected a power of two"
              .formatted(metadata.source(), ALIGNMENT, alignment));
    }
    return alignment;
  }

  private static void checkRanges(
      Path path, Iterable<GgufTensorInfo> tensors, long alignment, long dataBytes) {
    List<GgufTensorInfo> inOrder = new ArrayList<>();
    for (GgufTensorInfo tensor : tensors) {
      if (tensor.offset() % alignment != 0) {
        throw invalid(path, tensor, "an offset aligned to " + alignment);
      }
      if (tensor.offset() < 0
          || tensor.offset() > dataBytes
          || tensor.bytes() > dataBytes - tensor.offset()) {
        throw invalid(path, tensor, "a range that ends before the end of the data, " + dataBytes);
      }
      if (tensor.bytes() > 0) {
        inOrder.add(tensor);
      }
    }
    inOrder.sort(Comparator.comparingLong(GgufTensorInfo::offset));
    for (int i = 1; i < inOrder.size(); i++) {
      GgufTensorInfo before = inOrder.get(i - 1);
      if (inOrder.get(i).offset() - before.offset() < before.bytes()) {
        throw invalid(path, inOrder.get(i), "no overlap with tensor " + before.name());
      }
    }
  }

  private static ModelLoadException invalid(Path path, GgufTensorInfo tensor, String expected) {
    return new ModelLoadException(
        "a tensor's offset or size is invalid: file=%s, tensor=%s, offset=%s, size=%d, expected %s"
            .formatted(
                path,
                tensor.name(),
                Long.toUnsignedString(tensor.offset()),
                tensor.bytes(),
                expected));
  }
}
