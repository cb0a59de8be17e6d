// SPDX-License-Identifier: Apache-2.0
package dev.javelin.outputprocessor;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Test data of this module, one JSON document a line. */
final class Rows {
  private static final JsonMapper JSON = new JsonMapper();

  private Rows() {}

  static List<JsonNode> of(String resource) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(Rows.class.getResourceAsStream("/" + resource), resource),
                StandardCharsets.UTF_8))) {
      return lines.lines().map(JSON::readTree).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
