// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.ModelLoadException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What lies on disk after a fetch, and which requests it took. */
class HubClientTest extends HubFixture {
  private static final String INDEX =
      """
      {"metadata":{},"weight_map":{"a":"model-00001-of-00002.safetensors",
       "b":"model-00002-of-00002.safetensors","c":"model-00001-of-00002.safetensors"}}""";

  @Test
  void fetch_emptyCache_makesTheSharedLayout() throws IOException {
    byte[] weights = randomBytes(3_000_000);
    hub.tinyModel(weights);

    Path path = fetch("org/tiny");

    assertThat(path).isEqualTo(snapshot());
    assertThat(path.resolve("model.safetensors")).hasBinaryContent(weights);
    assertThat(path.resolve("config.json")).hasBinaryContent(hub.content("config.json"));
    assertThat(Files.readSymbolicLink(path.resolve("model.safetensors")))
        .isEqualTo(Path.of("../../blobs/" + hub.etag("model.safetensors")));
    assertThat(repoFolder().resolve("refs/main")).hasContent(FakeHub.COMMIT);
    assertThat(filesBelow(repoFolder()))
        .containsExactlyInAnyOrder(
            "blobs/" + hub.etag("config.json"),
            "blobs/" + hub.etag("tokenizer.json"),
            "blobs/" + hub.etag("model.safetensors"),
            "refs/main",
            "snapshots/" + FakeHub.COMMIT + "/config.json",
            "snapshots/" + FakeHub.COMMIT + "/tokenizer.json",
            "snapshots/" + FakeHub.COMMIT + "/model.safetensors");
    assertThat(
            cache()
                .resolve(".locks/models--org--tiny")
                .resolve(hub.etag("model.safetensors") + ".lock"))
        .exists();
  }

  @Test
  void fetch_fileInAFolder_linksOneFolderHigher() throws IOException {
    hub.tinyModel(randomBytes(10)).small("additional_chat_templates/tool_use.jinja", "{{ x }}");

    Path template = fetch("org/tiny").resolve("additional_chat_templates/tool_use.jinja");

    assertThat(template).hasContent("{{ x }}");
    assertThat(Files.readSymbolicLink(template).toString()).startsWith("../../../blobs/");
  }

  @Test
  void fetch_index_decidesWhichWeightsComeAndWeightsComeLast() {
    hub.tinyModel(randomBytes(10))
        .large("model-00001-of-00002.safetensors", randomBytes(20))
        .large("model-00002-of-00002.safetensors", randomBytes(30))
        .small("model.safetensors.index.json", INDEX);

    Path path = fetch("org/tiny");

    assertThat(path.resolve("model-00001-of-00002.safetensors")).hasSize(20);
    assertThat(path.resolve("model-00002-of-00002.safetensors")).hasSize(30);
    assertThat(path.resolve("model.safetensors")).doesNotExist();
    assertThat(hub.requests().stream().filter(request -> !request.atHub()))
        .extracting(FakeHub.Request::path)
        .containsExactly(
            "/cdn/model-00001-of-00002.safetensors", "/cdn/model-00002-of-00002.safetensors");
  }

  @Test
  void fetch_indexThatNamesAFileTheRepositoryLacks_isRefusedNamingIt() {
    hub.tinyModel(randomBytes(10))
        .large("model-00001-of-00002.safetensors", randomBytes(20))
        .small("model.safetensors.index.json", INDEX);

    assertThatThrownBy(() -> fetch("org/tiny"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("file=model-00002-of-00002.safetensors");
    assertThat(repoFolder().resolve("refs/main")).doesNotExist();
  }

  @Test
  void fetch_gguf_returnsTheFile() {
    hub.large("m-Q4_0.gguf", randomBytes(40)).large("m-Q8_0.gguf", randomBytes(50));

    Path path = fetch("org/tiny:Q8_0");

    assertThat(path).isEqualTo(snapshot().resolve("m-Q8_0.gguf")).hasSize(50);
    assertThat(snapshot().resolve("m-Q4_0.gguf")).doesNotExist();
  }

  @Test
  void fetch_emptyFile_isMade() {
    hub.tinyModel(randomBytes(10)).small("chat_template.jinja", "");

    assertThat(fetch("org/tiny").resolve("chat_template.jinja")).isEmptyFile();
  }

  @Test
  void fetch_revisionWithSlashes_isEncodedAndNoted() {
    hub.tinyModel(randomBytes(10));

    fetch("org/tiny@refs/pr/1");

    assertThat(repoFolder().resolve("refs/refs/pr/1")).hasContent(FakeHub.COMMIT);
  }

  @Test
  void fetch_again_onlyAsksForTheCommit() {
    hub.tinyModel(randomBytes(10));
    fetch("org/tiny");
    int before = hub.requests().size();

    assertThat(fetch("org/tiny")).isEqualTo(snapshot());

    assertThat(hub.requests()).hasSize(before + 1);
  }

  @Test
  void fetch_fullCommitInTheCache_asksNothing() {
    hub.tinyModel(randomBytes(10));
    fetch("org/tiny");
    int before = hub.requests().size();

    assertThat(fetch("org/tiny@" + FakeHub.COMMIT)).isEqualTo(snapshot());

    assertThat(hub.requests()).hasSize(before);
  }

  @Test
  void fetch_fullCommitWithOneOfSeveralGgufInTheCache_isTakenOnlyByName() {
    hub.large("m-Q4_0.gguf", randomBytes(40)).large("m-Q8_0.gguf", randomBytes(50));
    fetch("org/tiny:Q8_0");
    int before = hub.requests().size();

    assertThat(fetch("org/tiny@" + FakeHub.COMMIT + ":Q8_0"))
        .isEqualTo(snapshot().resolve("m-Q8_0.gguf"));
    assertThat(hub.requests()).hasSize(before);
    assertThatThrownBy(() -> fetch("org/tiny@" + FakeHub.COMMIT))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("several GGUF files");
  }

  @Test
  void fetch_fullCommitWithoutTokenizerInTheCache_asksTheHub() throws IOException {
    hub.tinyModel(randomBytes(10));
    fetch("org/tiny");
    Files.delete(snapshot().resolve("tokenizer.json"));

    fetch("org/tiny@" + FakeHub.COMMIT);

    assertThat(snapshot().resolve("tokenizer.json")).exists();
  }

  @Test
  void fetch_otherFilesOfTheSameContent_travelOnce() {
    byte[] weights = randomBytes(100);
    hub.large("a-Q4_0.gguf", weights).large("b-Q8_0.gguf", weights);

    fetch("org/tiny:Q4_0");
    Path second = fetch("org/tiny:Q8_0");

    assertThat(second).hasBinaryContent(weights);
    assertThat(hub.requests().stream().filter(request -> !request.atHub())).hasSize(1);
  }

  @Test
  void fetch_blobOfAnotherSize_isReplaced() throws IOException {
    byte[] weights = randomBytes(100);
    hub.tinyModel(weights);
    fetch("org/tiny");
    Files.write(blob("model.safetensors"), randomBytes(60));

    assertThat(fetch("org/tiny").resolve("model.safetensors")).hasBinaryContent(weights);
  }

  @Test
  void fetch_linkToABlobThatIsGone_bringsItAgain() throws IOException {
    byte[] weights = randomBytes(100);
    hub.tinyModel(weights);
    fetch("org/tiny");
    Files.delete(blob("model.safetensors"));

    assertThat(fetch("org/tiny").resolve("model.safetensors")).hasBinaryContent(weights);
  }

  @Test
  void fetch_listener_isToldOfBytesPerFile() {
    hub.tinyModel(randomBytes(5_000_000));
    List<Long> weights = new ArrayList<>();
    List<String> files = new ArrayList<>();

    client()
        .fetch(
            TINY,
            (file, done, total) -> {
              if (file.equals("model.safetensors")) {
                assertThat(total).isEqualTo(5_000_000);
                weights.add(done);
              }
              files.add(file);
            });

    assertThat(files).contains("config.json", "tokenizer.json");
    assertThat(weights).isSorted().startsWith(0L).endsWith(5_000_000L).hasSizeBetween(5, 8);
  }

  @Test
  void fetch_listenerOfACachedModel_isToldThatItIsDone() {
    hub.tinyModel(randomBytes(10));
    fetch("org/tiny");
    List<String> told = new ArrayList<>();

    client().fetch(TINY, (file, done, total) -> told.add(file + " " + done + "/" + total));

    assertThat(told).contains("model.safetensors 10/10");
  }

  @Test
  void fetch_listingWithoutSizesAndHashes_isEnough() {
    byte[] weights = randomBytes(100);
    hub.tinyModel(weights);
    hub.listing(
        """
        {"sha":"%s","siblings":[{"rfilename":"config.json"},{"rfilename":"model.safetensors"}]}"""
            .formatted(FakeHub.COMMIT));

    assertThat(fetch("org/tiny").resolve("model.safetensors")).hasBinaryContent(weights);
  }

  @Test
  void fetch_headersWithoutEtagAndSize_theListingServes() {
    byte[] weights = randomBytes(100);
    hub.tinyModel(weights);
    hub.next(
        "HEAD",
        "/model.safetensors",
        exchange -> {
          FakeHub.respond(exchange, 302, "Location", "http://127.0.0.1:1/elsewhere");
          return true;
        });

    assertThat(fetch("org/tiny").resolve("model.safetensors")).hasBinaryContent(weights);
    assertThat(blob("model.safetensors")).exists();
  }

  @Test
  void fetch_renamedRepository_followsTheHubsOwnRedirectsWithTheToken() {
    hub.tinyModel(randomBytes(10));
    hub.next(
        "GET",
        "/api/models/old/name/revision/main",
        exchange -> {
          FakeHub.respond(
              exchange, 307, "Location", "/api/models/org/tiny/revision/main?blobs=true");
          return true;
        });
    for (String file : List.of("config.json", "tokenizer.json", "model.safetensors")) {
      for (String method : List.of("HEAD", "GET")) {
        hub.next(
            method,
            "/old/name/resolve/" + FakeHub.COMMIT + "/" + file,
            exchange -> {
              FakeHub.respond(
                  exchange, 307, "Location", "/org/tiny/resolve/" + FakeHub.COMMIT + "/" + file);
              return true;
            });
      }
    }

    Path path = fetch("old/name");

    assertThat(path.resolve("model.safetensors")).hasSize(10);
    assertThat(path)
        .isEqualTo(cache().resolve("models--old--name/snapshots").resolve(FakeHub.COMMIT));
    assertThat(hub.requests().stream().filter(FakeHub.Request::atHub))
        .extracting(FakeHub.Request::authorization)
        .containsOnly("Bearer " + FakeHub.TOKEN);
  }

  @Test
  void fetch_fileServerElsewhere_neverSeesTheToken() {
    hub.tinyModel(randomBytes(10));

    fetch("org/tiny");

    assertThat(hub.requests().stream().filter(request -> !request.atHub()))
        .isNotEmpty()
        .extracting(FakeHub.Request::authorization)
        .containsOnlyNulls();
    assertThat(hub.requests().stream().filter(FakeHub.Request::atHub))
        .extracting(FakeHub.Request::authorization)
        .containsOnly("Bearer " + FakeHub.TOKEN);
  }

  @Test
  void fetch_interruptedThread_endsAndKeepsTheFlag() {
    hub.tinyModel(randomBytes(100_000));
    Thread fetching = Thread.currentThread();
    hub.nextBytes(
        "model.safetensors",
        exchange -> {
          exchange.sendResponseHeaders(200, 100_000);
          fetching.interrupt();
          Thread.sleep(Long.MAX_VALUE);
          return true;
        });

    assertThatThrownBy(() -> fetch("org/tiny"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("interrupted: model=org/tiny");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void find_withoutAnyDownload_isEmptyAndMakesNothing() {
    assertThat(new HubCache(cache()).find(TINY)).isEmpty();
    assertThat(filesOnDisk()).isEmpty();
  }

  @Test
  void find_afterADownload_isTheSnapshot() {
    hub.tinyModel(randomBytes(10));
    fetch("org/tiny");

    assertThat(client().cache().find(TINY)).contains(snapshot());
  }
}
