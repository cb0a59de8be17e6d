// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader;

import dev.javelin.engineapi.ModelLoadException;
import dev.javelin.modelloader.safetensors.SafetensorsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The safetensors files of a Hugging Face folder. An index decides which files count; without one
 * it is {@code model.safetensors}, or else all files but those of other tools.
 */
final class SafetensorsFolder {
  private static final Logger LOG = LoggerFactory.getLogger(SafetensorsFolder.class);
  private static final String INDEX = "model.safetensors.index.json";
  private static final String SINGLE = "model.safetensors";
  private static final Pattern SHARD = Pattern.compile("(.*)-(\\d{5})-of-(\\d{5})\\.safetensors");
  private static final Pattern OTHER_TOOLS = Pattern.compile("(consolidated|adapter_|training_).*");

  private final Path folder;
  private final JsonFiles files;
  private final int maxHeaderBytes;

  private SafetensorsFolder(Path folder, LoadLimits limits) {
    this.folder = folder;
    this.files = new JsonFiles(folder, limits.jsonBytes());
    this.maxHeaderBytes = limits.headerBytes();
  }

  /** Whether a folder has such files at all. */
  static boolean isOne(Path folder) {
    return Files.isRegularFile(folder.resolve(INDEX)) || !present(folder).isEmpty();
  }

  /**
   * Opens the files of a folder.
   *
   * @return the file of each tensor by the tensor's name
   */
  static Map<String, SafetensorsFile> open(Path folder, LoadLimits limits) {
    SafetensorsFolder weights = new SafetensorsFolder(folder, limits);
    return Collections.unmodifiableMap(
        Files.isRegularFile(folder.resolve(INDEX)) ? weights.indexed() : weights.unindexed());
  }

  private Map<String, SafetensorsFile> indexed() {
    Map<String, String> fileOfTensor = weightMap();
    TreeSet<String> names = new TreeSet<>(fileOfTensor.values());
    checkPresent(names);
    List<String> ignored = present(folder).stream().filter(name -> !names.contains(name)).toList();
    if (!ignored.isEmpty()) {
      LOG.warn(
          "ignored weight files that the index does not name: folder={}, files={}",
          folder,
          ignored);
    }
    Map<String, SafetensorsFile> opened = new TreeMap<>();
    names.forEach(name -> opened.put(name, open(name)));
    Map<String, SafetensorsFile> found = new LinkedHashMap<>();
    opened.forEach(
        (name, file) -> {
          for (String tensor : file.tensorNames()) {
            if (!found.containsKey(tensor) || name.equals(fileOfTensor.get(tensor))) {
              found.put(tensor, file);
            }
          }
        });
    List<String> missing =
        fileOfTensor.keySet().stream().filter(tensor -> !found.containsKey(tensor)).toList();
    if (!missing.isEmpty()) {
      throw new ModelLoadException(
          "tensors that the index names are missing: index=%s, files=%s, tensors=%s"
              .formatted(folder.resolve(INDEX), names, missing));
    }
    return found;
  }

  private Map<String, String> weightMap() {
    String source = folder.resolve(INDEX).toString();
    ConfigView map = new ConfigView(source, files.object(INDEX)).object("weight_map");
    Map<String, String> fileOfTensor = new LinkedHashMap<>();
    for (String tensor : map.members().keySet()) {
      String name = map.text(tensor);
      if (!isPlainFileName(name)) {
        throw new ModelLoadException(
            "the index names a file outside its folder: index=%s, tensor=%s, file=%s, expected a"
                    .formatted(source, tensor, Excerpt.of(name))
                + " file name without a path");
      }
      fileOfTensor.put(tensor, name);
    }
    return fileOfTensor;
  }

  private static boolean isPlainFileName(String name) {
    return !name.isBlank()
        && !name.equals(".")
        && !name.equals("..")
        && name.chars().noneMatch(c -> c == '/' || c == '\\' || c == ':' || c < ' ');
  }

  private Map<String, SafetensorsFile> unindexed() {
    List<String> names = present(folder);
    if (names.contains(SINGLE)) {
      names = List.of(SINGLE);
    } else {
      names = names.stream().filter(name -> !OTHER_TOOLS.matcher(name).matches()).toList();
    }
    if (names.isEmpty()) {
      throw new ModelLoadException(
          "the folder has no weights: folder=%s, expected %s, %s with its shards, or a GGUF file"
              .formatted(folder, SINGLE, INDEX));
    }
    checkPresent(allShards(names));
    Map<String, SafetensorsFile> found = new LinkedHashMap<>();
    for (String name : names) {
      SafetensorsFile file = open(name);
      for (String tensor : file.tensorNames()) {
        SafetensorsFile other = found.put(tensor, file);
        if (other != null) {
          throw new ModelLoadException(
              "a tensor is in two files and there is no index: tensor=%s, files=%s and %s"
                  .formatted(tensor, other.path(), file.path()));
        }
      }
    }
    return found;
  }

  /** The names, completed by the shards that names of the kind 1-of-3 promise. */
  private static TreeSet<String> allShards(List<String> names) {
    TreeSet<String> all = new TreeSet<>(names);
    for (String name : names) {
      Matcher matcher = SHARD.matcher(name);
      if (matcher.matches()) {
        int count = Integer.parseInt(matcher.group(3));
        for (int shard = 1; shard <= count; shard++) {
          all.add("%s-%05d-of-%05d.safetensors".formatted(matcher.group(1), shard, count));
        }
      }
    }
    return all;
  }

  private void checkPresent(TreeSet<String> names) {
    List<String> missing =
        names.stream().filter(name -> !Files.isRegularFile(folder.resolve(name))).toList();
    if (!missing.isEmpty()) {
      throw new ModelLoadException(
          "weight files are missing: folder=%s, files=%s; the download may be incomplete"
              .formatted(folder, missing));
    }
  }

  private SafetensorsFile open(String name) {
    return SafetensorsFile.open(folder.resolve(name), maxHeaderBytes);
  }

  private static List<String> present(Path folder) {
    try (Stream<Path> entries = Files.list(folder)) {
      List<String> names = new ArrayList<>();
      entries
          .map(path -> String.valueOf(path.getFileName()))
          .filter(name -> name.endsWith(".safetensors"))
          .sorted()
          .forEach(names::add);
      return names;
    } catch (IOException e) {
      throw new ModelLoadException(
          "the folder cannot be read: folder=%s, cause=%s".formatted(folder, e), e);
    }
  }
}
