// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotLinkTest {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  Path folder;

  @Test
  void create_fileSystemWithoutLinks_copies() throws IOException {
    try (FileSystem zip =
        FileSystems.newFileSystem(folder.resolve("cache.zip"), Map.of("create", "true"))) {
      Path blob = write(zip.getPath("/blobs/abc"), "content");
      Path name = zip.getPath("/snapshots/1/config.json");
      Files.createDirectories(name.getParent());

      SnapshotLink.create(blob, name);

      assertThat(Files.readString(name)).isEqualTo("content");
      assertThat(Files.readString(blob)).isEqualTo("content");
      assertOnlyFile(name);
    }
  }

  @Test
  void create_nameThatPointsElsewhere_isReplaced() throws IOException {
    Path blob = write(folder.resolve("blobs/abc"), "content");
    Path name = folder.resolve("snapshots/1/config.json");
    Files.createDirectories(name.getParent());
    Files.createSymbolicLink(name, Path.of("../../blobs/gone"));

    SnapshotLink.create(blob, name);

    assertThat(Files.readSymbolicLink(name)).isEqualTo(Path.of("../../blobs/abc"));
    assertThat(name).hasContent("content");
    assertOnlyFile(name);
  }

  @Test
  void create_nameThatIsAFilledFolder_failsAndLeavesNothing() throws IOException {
    Path blob = write(folder.resolve("blobs/abc"), "content");
    Path name = folder.resolve("snapshots/1/config.json");
    write(name.resolve("in the way"), "");

    assertThatThrownBy(() -> SnapshotLink.create(blob, name)).isInstanceOf(IOException.class);

    assertOnlyFile(name);
  }

  private static Path write(Path file, String content) throws IOException {
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  private static void assertOnlyFile(Path name) throws IOException {
    try (Stream<Path> files = Files.list(name.getParent())) {
      assertThat(files).containsExactly(name);
    }
  }
}
