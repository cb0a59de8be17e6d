// SPDX-License-Identifier: Apache-2.0
package dev.javelin.outputprocessor;

import dev.javelin.engineapi.ModelAssets;
import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.Tokenizer;
import dev.javelin.testsupport.Goldens;
import dev.javelin.tokenizer.Tokenizers;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;

/** The real tokenizers of the reference data. */
final class GoldenTokenizers {
  private GoldenTokenizers() {}

  static List<String> families() {
    try (Stream<Path> folders = Files.list(Goldens.require("goldens-text/tokenizers"))) {
      return folders.map(folder -> folder.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Tokenizer open(String family) {
    Path file = Goldens.require("goldens-text/tokenizers/" + family + "/tokenizer.json.gz");
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      return Tokenizers.create(
          new ModelAssets.Vocabulary.TokenizerJson(family + "/tokenizer.json", in.readAllBytes()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static TokenIds ids(JsonNode list) {
    return TokenIds.of(list.valueStream().mapToInt(JsonNode::asInt).toArray());
  }

  static List<String> strings(JsonNode list) {
    List<String> strings = new ArrayList<>();
    list.forEach(node -> strings.add(node.asString()));
    return strings;
  }
}
