// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.safetensors;

import dev.javelin.compute.DType;
import dev.javelin.engineapi.ModelLoadException;
import dev.javelin.engineapi.UnsupportedModelException;
import dev.javelin.modelloader.mapped.FileSignature;
import dev.javelin.modelloader.mapped.MappedFile;
import dev.javelin.modelloader.mapped.MappedTensor;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One safetensors file. Opening checks the whole header: every range lies in the file, fits its
 * tensor's type and shape, and the ranges cover the data without overlap, gap or rest.
 *
 * @see <a href="https://github.com/huggingface/safetensors#format">the format</a>
 */
public final class SafetensorsFile {
  private static final int LENGTH_BYTES = 8;

  private final MappedFile file;
  private final long dataBegin;
  private final Map<String, SafetensorsEntry> entries;
  private final Map<String, String> metadata;

  private SafetensorsFile(
      MappedFile file,
      long dataBegin,
      Map<String, SafetensorsEntry> entries,
      Map<String, String> metadata) {
    this.file = file;
    this.dataBegin = dataBegin;
    this.entries = Collections.unmodifiableMap(entries);
    this.metadata = Collections.unmodifiableMap(metadata);
  }

  /**
   * Opens a file.
   *
   * @param maxHeaderBytes the longest header that is read to the heap
   * @throws ModelLoadException if the file is not sound safetensors
   */
  public static SafetensorsFile open(Path path, int maxHeaderBytes) {
    MappedFile file = MappedFile.open(path);
    int headerBytes = headerBytes(file, maxHeaderBytes);
    SafetensorsHeader header =
        SafetensorsHeader.parse(path.toString(), utf8(path, file.slice(LENGTH_BYTES, headerBytes)));
    long dataBegin = (long) LENGTH_BYTES + headerBytes;
    Map<String, SafetensorsEntry> entries = new LinkedHashMap<>();
    for (SafetensorsEntry entry : header.entries()) {
      checkSize(path, entry);
      entries.put(entry.name(), entry);
    }
    checkCover(path, header.entries(), file.size() - dataBegin);
    return new SafetensorsFile(file, dataBegin, entries, header.metadata());
  }

  /** The file's path. */
  public Path path() {
    return file.path();
  }

  /** The tensors' names, in the header's order. */
  public Set<String> tensorNames() {
    return entries.keySet();
  }

  /** The header's {@code __metadata__}. */
  public Map<String, String> metadata() {
    return metadata;
  }

  /**
   * The dimensions of a tensor, outermost first; empty for a scalar.
   *
   * @throws ModelLoadException if there is none of that name
   */
  public long[] shape(String name) {
    return entry(name).shape().toArray();
  }

  /**
   * A tensor.
   *
   * @throws ModelLoadException if there is none of that name
   * @throws UnsupportedModelException if its type cannot be widened to float32
   */
  public MappedTensor tensor(String name) {
    SafetensorsEntry entry = entry(name);
    DType dtype =
        entry
            .type()
            .dtype()
            .orElseThrow(
                () ->
                    new UnsupportedModelException(
                        "the tensor's type is not supported: file=%s, tensor=%s, dtype=%s"
                            .formatted(path(), name, entry.type())));
    return new MappedTensor(name, dtype, entry.shape(), file, dataBegin + entry.begin());
  }

  private SafetensorsEntry entry(String name) {
    SafetensorsEntry entry = entries.get(name);
    if (entry == null) {
      throw new ModelLoadException(
          "the tensor is missing: file=%s, tensor=%s".formatted(path(), name));
    }
    return entry;
  }

  private static int headerBytes(MappedFile file, int maxHeaderBytes) {
    if (file.size() < LENGTH_BYTES) {
      throw new ModelLoadException(
          "the file is too small for a safetensors header: file=%s, bytes=%d, expected 8 or more"
              .formatted(file.path(), file.size()));
    }
    long length = file.slice(0, LENGTH_BYTES).getLong(0);
    if (length < 0 || length > file.size() - LENGTH_BYTES) {
      throw new ModelLoadException(
          "the safetensors header is longer than the file: file=%s, headerBytes=%s, fileBytes=%d%s"
              .formatted(
                  file.path(),
                  Long.toUnsignedString(length),
                  file.size(),
                  FileSignature.hint(file)));
    }
    if (length > maxHeaderBytes) {
      throw new ModelLoadException(
          "the safetensors header is too long: file=%s, headerBytes=%d, maxHeaderBytes=%d; raise"
                  .formatted(file.path(), length, maxHeaderBytes)
              + " the limit if the file is to be trusted");
    }
    return (int) length;
  }

  private static String utf8(Path path, ByteBuffer bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException e) {
      throw new ModelLoadException("the safetensors header is not UTF-8: file=" + path, e);
    }
  }

  private static void checkSize(Path path, SafetensorsEntry entry) {
    long elements = entry.shape().elements();
    long bits = elements * entry.type().bits();
    if (elements > Long.MAX_VALUE / entry.type().bits()
        || bits % 8 != 0
        || bits / 8 != entry.end() - entry.begin()) {
      throw new ModelLoadException(
          ("a tensor's data_offsets do not fit its shape: file=%s, tensor=%s, dtype=%s, shape=%s,"
                  + " data_offsets=[%d, %d], expected a size of %d bits")
              .formatted(
                  path,
                  entry.name(),
                  entry.type(),
                  entry.shape(),
                  entry.begin(),
                  entry.end(),
                  bits));
    }
  }

  private static void checkCover(Path path, List<SafetensorsEntry> entries, long dataBytes) {
    List<SafetensorsEntry> inOrder =
        entries.stream()
            .sorted(
                Comparator.comparingLong(SafetensorsEntry::begin)
                    .thenComparingLong(SafetensorsEntry::end))
            .toList();
    long covered = 0;
    for (SafetensorsEntry entry : inOrder) {
      if (entry.begin() != covered) {
        throw new ModelLoadException(
            "%s before a tensor: file=%s, tensor=%s, data_offsets=[%d, %d], expected begin=%d"
                .formatted(
                    entry.begin() < covered ? "overlapping bytes" : "a gap",
                    path,
                    entry.name(),
                    entry.begin(),
                    entry.end(),
                    covered));
      }
      covered = entry.end();
    }
    if (covered != dataBytes) {
      throw new ModelLoadException(
          ("the file's length does not fit its header: file=%s, dataBytes=%d, expected %d; the file"
                  + " %s")
              .formatted(
                  path,
                  dataBytes,
                  covered,
                  covered < dataBytes ? "has trailing bytes" : "is incomplete"));
    }
  }
}
