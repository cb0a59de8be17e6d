// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A fake hub, an empty cache, and a client that counts its waits instead of waiting. */
abstract class HubFixture {
  static final HubReference TINY = HubReference.parse(FakeHub.REPO);

  static final Duration LONG = Duration.ofSeconds(20);

  @TempDir
  @SuppressWarnings("NullAway.Init")
  Path folder;

  final FakeHub hub = new FakeHub();
  final List<Duration> waits = new CopyOnWriteArrayList<>();

  @AfterEach
  void closeHub() {
    hub.close();
  }

  Path cache() {
    return folder.resolve("cache");
  }

  HubClient client() {
    return client(hub.environment(cache()));
  }

  HubClient client(HubEnvironment environment) {
    return new HubClient(environment, new HubTimeouts(LONG, LONG, LONG), waits::add);
  }

  /** A client that waits only so long for an answer, and for the next bytes of one. */
  HubClient impatientClient(Duration response, Duration silence) {
    return new HubClient(
        hub.environment(cache()), new HubTimeouts(LONG, response, silence), waits::add);
  }

  HubClient offlineClient() {
    return client(new HubEnvironment(hub.endpoint(), cache(), null, true));
  }

  Path fetch(String reference) {
    return client().fetch(HubReference.parse(reference), DownloadListener.NONE);
  }

  Path repoFolder() {
    return cache().resolve("models--org--tiny");
  }

  Path snapshot() {
    return repoFolder().resolve("snapshots").resolve(FakeHub.COMMIT);
  }

  Path blob(String name) {
    return repoFolder().resolve("blobs").resolve(hub.etag(name));
  }

  Path incomplete(String name) {
    return repoFolder().resolve("blobs").resolve(hub.etag(name) + ".incomplete");
  }

  /** Everything in the test's folder that is not a folder, relative to it. */
  List<String> filesOnDisk() {
    return filesBelow(folder);
  }

  /** The names below a folder that are no folders themselves. */
  static List<String> filesBelow(Path folder) {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.walk(folder)) {
      return new ArrayList<>(
          paths
              .filter(path -> !Files.isDirectory(path))
              .map(path -> folder.relativize(path).toString())
              .sorted()
              .toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static byte[] randomBytes(int count) {
    byte[] bytes = new byte[count];
    new Random(7).nextBytes(bytes);
    return bytes;
  }
}
