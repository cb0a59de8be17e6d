// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.gguf;

import dev.javelin.engineapi.ModelLoadException;
import dev.javelin.modelloader.mapped.MappedTensor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A model in one GGUF file, or in several that are named {@code name-00001-of-00003.gguf} and so
 * on. Only the first part has the model's metadata.
 */
public final class GgufModel {
  private static final Pattern PART = Pattern.compile("(.*)-(\\d{5})-of-(\\d{5})\\.gguf");
  private static final String SPLIT_COUNT = "split.count";
  private static final String SPLIT_NUMBER = "split.no";
  private static final String SPLIT_TENSORS = "split.tensors.count";

  private final GgufFile first;
  private final Map<String, GgufFile> fileOfTensor;

  private GgufModel(GgufFile first, Map<String, GgufFile> fileOfTensor) {
    this.first = first;
    this.fileOfTensor = Collections.unmodifiableMap(fileOfTensor);
  }

  /**
   * Opens a file, and the other parts if it is one of several.
   *
   * @throws ModelLoadException if a file is missing or not sound GGUF, or parts contradict
   */
  public static GgufModel open(Path path) {
    GgufFile opened = GgufFile.open(path);
    long count = opened.metadata().integer(SPLIT_COUNT).orElse(1);
    List<GgufFile> parts = count <= 1 ? List.of(opened) : parts(opened, count);
    Map<String, GgufFile> fileOfTensor = new LinkedHashMap<>();
    for (GgufFile part : parts) {
      for (String name : part.tensorNames()) {
        GgufFile other = fileOfTensor.put(name, part);
        if (other != null) {
          throw new ModelLoadException(
              "a tensor is in two parts of a split model: tensor=%s, files=%s and %s"
                  .formatted(name, other.path(), part.path()));
        }
      }
    }
    checkTensorCount(parts.get(0), fileOfTensor.size());
    return new GgufModel(parts.get(0), fileOfTensor);
  }

  /** Whether a file name is that of a part other than the first. */
  public static boolean isLaterPart(String fileName) {
    Matcher matcher = PART.matcher(fileName);
    return matcher.matches() && Integer.parseInt(matcher.group(2)) != 1;
  }

  /** The file that has the metadata. */
  public Path path() {
    return first.path();
  }

  /** The model's metadata. */
  public GgufMetadata metadata() {
    return first.metadata();
  }

  /** The tensors' names, in the files' order. */
  public Set<String> tensorNames() {
    return fileOfTensor.keySet();
  }

  /**
   * A tensor; its dimensions are outermost first.
   *
   * @throws ModelLoadException if there is none of that name
   */
  public MappedTensor tensor(String name) {
    return fileOfTensor.getOrDefault(name, first).tensor(name);
  }

  private static List<GgufFile> parts(GgufFile opened, long count) {
    Matcher matcher = PART.matcher(String.valueOf(opened.path().getFileName()));
    if (!matcher.matches() || Integer.parseInt(matcher.group(3)) != count) {
      throw new ModelLoadException(
          ("a part of a split model must keep its name: file=%s, split.count=%d, expected a name"
                  + " that ends in -NNNNN-of-%05d.gguf")
              .formatted(opened.path(), count, count));
    }
    List<Path> paths =
        IntStream.rangeClosed(1, (int) count)
            .mapToObj(
                number ->
                    opened
                        .path()
                        .resolveSibling(
                            "%s-%05d-of-%05d.gguf".formatted(matcher.group(1), number, count)))
            .toList();
    List<Path> missing = paths.stream().filter(path -> !Files.isRegularFile(path)).toList();
    if (!missing.isEmpty()) {
      throw new ModelLoadException("parts of a split model are missing: files=" + missing);
    }
    List<GgufFile> parts = new ArrayList<>();
    for (int index = 0; index < count; index++) {
      GgufFile part =
          paths.get(index).equals(opened.path()) ? opened : GgufFile.open(paths.get(index));
      checkPart(part, index, count);
      parts.add(part);
    }
    return parts;
  }

  private static void checkPart(GgufFile part, int index, long count) {
    long number = part.metadata().integer(SPLIT_NUMBER).orElse(-1);
    long partCount = part.metadata().integer(SPLIT_COUNT).orElse(-1);
    if (number != index || partCount != count) {
      throw new ModelLoadException(
          "a part of a split model contradicts its name: file=%s, %s=%d, %s=%d, expected %d and %d"
              .formatted(part.path(), SPLIT_NUMBER, number, SPLIT_COUNT, partCount, index, count));
    }
  }

  private static void checkTensorCount(GgufFile first, int found) {
    long expected = first.metadata().integer(SPLIT_TENSORS).orElse(found);
    if (expected != found) {
      throw new ModelLoadException(
          "the parts of a split model do not make it whole: file=%s, tensors=%d, %s=%d"
              .formatted(first.path(), found, SPLIT_TENSORS, expected));
    }
  }
}
