// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.ModelLoadException;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** What the cache alone can serve, because the network must not or cannot be used. */
class HubClientOfflineTest extends HubFixture {
  @Test
  void fetch_offlineAndCached_usesTheCacheWithoutANetwork() {
    hub.tinyModel(randomBytes(10));
    fetch("org/tiny");
    int before = hub.requests().size();

    assertThat(offlineClient().fetch(TINY, DownloadListener.NONE)).isEqualTo(snapshot());

    assertThat(hub.requests()).hasSize(before);
  }

  @Test
  void fetch_offlineAndEmptyCache_saysWhatIsMissingAndWhatForbidsIt() {
    assertThatThrownBy(() -> offlineClient().fetch(TINY, DownloadListener.NONE))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("HF_HUB_OFFLINE")
        .hasMessageContaining("missing=revision main of org/tiny")
        .hasMessageContaining("cache=" + cache());
    assertThat(hub.requests()).isEmpty();
  }

  @Test
  void fetch_offlineAndCommitNotCached_namesTheSnapshot() {
    assertThatThrownBy(
            () ->
                offlineClient()
                    .fetch(HubReference.parse("org/tiny@" + FakeHub.COMMIT), DownloadListener.NONE))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("missing=snapshot " + FakeHub.COMMIT + " of org/tiny");
  }

  @Test
  void fetch_offlineAndAWeightFileMissing_namesIt() throws IOException {
    hub.tinyModel(randomBytes(10))
        .large("model-00001-of-00002.safetensors", randomBytes(20))
        .large("model-00002-of-00002.safetensors", randomBytes(30))
        .small(
            "model.safetensors.index.json",
            """
            {"weight_map":{"a":"model-00001-of-00002.safetensors",
             "b":"model-00002-of-00002.safetensors"}}""");
    fetch("org/tiny");
    Files.delete(blob("model-00002-of-00002.safetensors"));

    assertThatThrownBy(() -> offlineClient().fetch(TINY, DownloadListener.NONE))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("HF_HUB_OFFLINE")
        .hasMessageContaining("file=model-00002-of-00002.safetensors");
  }

  @Test
  void fetch_offlineAndOneGgufCached_isFoundByQuantisation() {
    hub.large("m-Q4_0.gguf", randomBytes(40)).large("m-Q8_0.gguf", randomBytes(50));
    fetch("org/tiny:Q8_0");

    assertThat(offlineClient().fetch(HubReference.parse("org/tiny:q8_0"), DownloadListener.NONE))
        .isEqualTo(snapshot().resolve("m-Q8_0.gguf"));
    assertThatThrownBy(
            () -> offlineClient().fetch(HubReference.parse("org/tiny:Q4_0"), DownloadListener.NONE))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("no such GGUF file");
  }

  @Test
  void fetch_hubBusyAndCached_usesTheCacheAfterOneTry() {
    hub.tinyModel(randomBytes(10));
    fetch("org/tiny");
    hub.next(
        "GET",
        "/revision/main",
        exchange -> {
          FakeHub.respond(exchange, 503);
          return true;
        });

    assertThat(fetch("org/tiny")).isEqualTo(snapshot());
    assertThat(waits).isEmpty();
  }

  @Test
  void fetch_hubGoneAndCached_usesTheCache() {
    hub.tinyModel(randomBytes(10));
    fetch("org/tiny");
    hub.close();

    assertThat(fetch("org/tiny")).isEqualTo(snapshot());
  }

  @Test
  void fetch_hubRefusesAndCached_isRefused() {
    hub.tinyModel(randomBytes(10));
    fetch("org/tiny");
    hub.next(
        "GET",
        "/revision/main",
        exchange -> {
          FakeHub.respond(exchange, 404, "X-Error-Code", "RepoNotFound");
          return true;
        });

    assertThatThrownBy(() -> fetch("org/tiny"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("repository not found");
  }

  @Test
  void fetch_cacheMadeWithCopiesInsteadOfLinks_isRead() throws IOException {
    Files.createDirectories(snapshot());
    Files.createDirectories(repoFolder().resolve("refs"));
    Files.writeString(repoFolder().resolve("refs/main"), FakeHub.COMMIT + "\n");
    Files.writeString(snapshot().resolve("config.json"), "{}");
    Files.writeString(snapshot().resolve("model.safetensors"), "x");

    assertThat(offlineClient().fetch(TINY, DownloadListener.NONE)).isEqualTo(snapshot());
  }

  @Test
  void fetch_refThatIsNoCommit_countsAsMissing() throws IOException {
    Files.createDirectories(repoFolder().resolve("refs"));
    Files.writeString(repoFolder().resolve("refs/main"), "../../../elsewhere");

    assertThatThrownBy(() -> offlineClient().fetch(TINY, DownloadListener.NONE))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("missing=revision main");
  }
}
