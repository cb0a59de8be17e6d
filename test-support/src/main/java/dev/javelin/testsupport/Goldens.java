// SPDX-License-Identifier: Apache-2.0
package dev.javelin.testsupport;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Access to the full reference data, which lies outside the repository and may be absent. */
public final class Goldens {
  private static final JsonMapper JSON = new JsonMapper();

  private Goldens() {}

  /** The folder that system property {@code javelin.goldens} names, if it exists. */
  public static Optional<Path> root() {
    return Optional.ofNullable(System.getProperty("javelin.goldens"))
        .map(name -> Path.of(name).toAbsolutePath().normalize())
        .filter(Files::isDirectory);
  }

  /**
   * A file or folder of the reference data. Skips the running test where there is no reference
   * data, and fails it where there is, but not this path.
   *
   * @param relative the path below {@link #root()}, with forward slashes
   */
  public static Path require(String relative) {
    Optional<Path> root = root();
    Assumptions.assumeTrue(root.isPresent(), "no reference data on this machine");
    Path path = root.orElseThrow().resolve(relative);
    Assertions.assertTrue(Files.exists(path), () -> "the reference data lacks " + path);
    return path;
  }

  /**
   * A file or folder of the small test data that the repository holds; always there.
   *
   * @param relative the path below the repository's {@code test-data} folder
   */
  public static Path small(String relative) {
    Path path = Path.of(System.getProperty("javelin.testdata", "../test-data")).resolve(relative);
    Assertions.assertTrue(Files.exists(path), () -> "the test data lacks " + path);
    return path.toAbsolutePath().normalize();
  }

  /** The JSON document in a file; gzip-compressed if its name ends in {@code .gz}. */
  public static JsonNode json(Path file) {
    try (InputStream in = open(file)) {
      return JSON.readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The JSON documents of a file that has one a line; gzipped if its name ends in {@code .gz}. */
  public static List<JsonNode> jsonLines(Path file) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(open(file), StandardCharsets.UTF_8))) {
      return lines.lines().filter(line -> !line.isBlank()).map(JSON::readTree).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Prints how many cases a test ran, and fails it if there were none. */
  public static void report(String what, int cases) {
    System.out.println(what + ": " + cases + " cases");
    Assertions.assertTrue(cases > 0, () -> what + ": no case ran");
  }

  private static InputStream open(Path file) throws IOException {
    InputStream raw = new BufferedInputStream(Files.newInputStream(file));
    return file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw;
  }
}
