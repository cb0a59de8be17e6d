// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What the tests of this package share. */
final class Fixtures {
  /** The time at which all reference data was made. */
  static final Clock CLOCK = Clock.fixed(Instant.parse("2025-03-09T08:05:07Z"), ZoneOffset.UTC);

  /** The templates under {@code jinja/templates} in the test resources. */
  static final List<String> TEMPLATES =
      List.of(
          "deepseek-v3.1",
          "glm-4.6",
          "gpt-oss",
          "granite-3.3",
          "mistral-small-3.2",
          "phi3.5-mini",
          "qwen3",
          "qwen3-coder",
          "qwen3.5-4b",
          "smollm2");

  private Fixtures() {}

  static String resource(String name) {
    try (InputStream in = Fixtures.class.getResourceAsStream("/jinja/" + name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String render(String template, Map<String, Object> variables) {
    return Template.parse(template).render(variables, CLOCK);
  }

  static String render(String template) {
    return render(template, Map.of());
  }
}
