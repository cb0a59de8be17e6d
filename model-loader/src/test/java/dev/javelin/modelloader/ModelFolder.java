// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Writes Hugging Face folders for tests. */
final class ModelFolder {
  static final String EMBEDDING = "model.embed_tokens.weight";

  private static final JsonMapper JSON = new JsonMapper();

  private final Path folder;

  ModelFolder(Path folder) {
    this.folder = folder;
  }

  /**
   * A folder with a small sound LLaMA configuration and an embedding of 10 rows, fewer than it
   * says.
   */
  static ModelFolder sound(Path folder) {
    return new ModelFolder(folder)
        .json(
            "config.json",
            Map.of(
                "architectures",
                List.of("LlamaForCausalLM"),
                "model_type",
                "llama",
                "vocab_size",
                12,
                "hidden_size",
                4,
                "max_position_embeddings",
                64))
        .weights("model.safetensors", EMBEDDING);
  }

  ModelFolder json(String name, Object value) {
    return text(name, JSON.writeValueAsString(value));
  }

  ModelFolder text(String name, String text) {
    try {
      Files.writeString(folder.resolve(name), text);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A safetensors file with F32 matrices of [10, 4], the first of ones, the second of twos ... */
  ModelFolder weights(String name, String... tensors) {
    StringBuilder header = new StringBuilder("{");
    ByteBuffer data = ByteBuffer.allocate(160 * tensors.length).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < tensors.length; i++) {
      header
          .append(i == 0 ? "" : ",")
          .append("\"%s\":{\"dtype\":\"F32\",\"shape\":[10,4],".formatted(tensors[i]))
          .append("\"data_offsets\":[%d,%d]}".formatted(160 * i, 160 * (i + 1)));
      for (int element = 0; element < 40; element++) {
        data.putFloat(i + 1);
      }
    }
    byte[] json = header.append("}").toString().getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(
        ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(json.length).array());
    file.writeBytes(json);
    file.writeBytes(data.array());
    try {
      Files.write(folder.resolve(name), file.toByteArray());
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path path() {
    return folder;
  }

  Checkpoint open() {
    return Checkpoint.open(folder);
  }
}
