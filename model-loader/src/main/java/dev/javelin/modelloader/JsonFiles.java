// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader;

import dev.javelin.engineapi.ModelLoadException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.json.JsonMapper;

/** The small files of one model folder. */
final class JsonFiles {
  /** As Python reads JSON: NaN and Infinity are numbers, and the last of equal keys counts. */
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

  private final Path folder;
  private final int maxBytes;

  JsonFiles(Path folder, int maxBytes) {
    this.folder = folder;
    this.maxBytes = maxBytes;
  }

  Path path(String name) {
    return folder.resolve(name);
  }

  /** The bytes of a file, if it is there. */
  Optional<byte[]> bytes(String name) {
    Path path = path(name);
    if (!Files.isRegularFile(path)) {
      return Optional.empty();
    }
    try (InputStream in = Files.newInputStream(path)) {
      byte[] bytes = in.readNBytes(maxBytes);
      if (in.read() >= 0) {
        throw new ModelLoadException(
            "the file is too long: file=%s, bytes=%d, maxBytes=%d; raise the limit if it is to be trusted"
                .formatted(path, Files.size(path), maxBytes));
      }
      return Optional.of(bytes);
    } catch (IOException e) {
      throw new ModelLoadException(
          "the file cannot be read: file=%s, cause=%s".formatted(path, e), e);
    }
  }

  /** The text of a UTF-8 file, if it is there. */
  Optional<String> text(String name) {
    return bytes(name).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
  }

  /** The JSON object of a file as a map without its null members; empty if there is no file. */
  Map<String, Object> object(String name) {
    return bytes(name).map(bytes -> parse(path(name), bytes)).orElse(Map.of());
  }

  private static Map<String, Object> parse(Path path, byte[] bytes) {
    try {
      @Nullable Object value = JSON.readValue(bytes, Object.class);
      if (!(value instanceof Map<?, ?> map)) {
        throw new ModelLoadException("the file must hold a JSON object: file=" + path);
      }
      Map<String, Object> members = new LinkedHashMap<>();
      map.forEach(
          (key, member) -> {
            if (member != null) {
              members.put(String.valueOf(key), member);
            }
          });
      return Collections.unmodifiableMap(members);
    } catch (JacksonException e) {
      TokenStreamLocation at = e.getLocation();
      throw new ModelLoadException(
          "the file is not valid JSON: file=%s, line=%s, column=%s, cause=%s"
              .formatted(
                  path,
                  at == null ? "?" : at.getLineNr(),
                  at == null ? "?" : at.getColumnNr(),
                  e.getOriginalMessage()),
          e);
    }
  }
}
