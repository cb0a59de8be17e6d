// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.ModelLoadException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Repositories that are missing, private or gated: each has its own message. */
class HubClientAccessTest extends HubFixture {
  private static final String LISTING = "/revision/main";

  @BeforeEach
  void fill() {
    hub.tinyModel(randomBytes(10));
  }

  @AfterEach
  void assertNothingWasTriedTwice() {
    assertThat(waits).isEmpty();
  }

  @Test
  void fetch_missingRepository_saysSo() {
    assertThatThrownBy(() -> fetch("org/other"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("repository not found: repo=org/other")
        .hasMessageContaining("HF_TOKEN");
    assertThat(filesOnDisk()).isEmpty();
  }

  @Test
  void fetch_missingRepositoryThatAnswers401_asksForAToken() {
    answer("GET", LISTING, 401, "X-Error-Code", "RepoNotFound");
    HubEnvironment noToken = new HubEnvironment(hub.endpoint(), cache(), null, false);

    assertThatThrownBy(() -> client(noToken).fetch(TINY, DownloadListener.NONE))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("repository not found: repo=org/tiny")
        .hasMessageContaining("for a private or gated repository set HF_TOKEN");
  }

  @Test
  void fetch_missingRevision_saysSo() {
    assertThatThrownBy(() -> fetch("org/tiny@v9"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("revision not found: repo=org/tiny, revision=v9");
  }

  @Test
  void fetch_missingRevisionAtAHubWithoutErrorCodes_isToldFromAMissingRepository() {
    answer("GET", "/revision/v9", 404);
    answer("GET", "/api/models/org/tiny", 200);

    assertThatThrownBy(() -> fetch("org/tiny@v9"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("revision not found");
  }

  @Test
  void fetch_missingRepositoryAtAHubWithoutErrorCodes_isToldFromAMissingRevision() {
    answer("GET", "/revision/v9", 404);
    answer("GET", "/api/models/org/tiny", 404);

    assertThatThrownBy(() -> fetch("org/tiny@v9"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("repository not found");
  }

  @Test
  void fetch_fileThatIsListedButMissing_isNamed() {
    answer("HEAD", "/tokenizer.json", 404, "X-Error-Code", "EntryNotFound");

    assertThatThrownBy(() -> fetch("org/tiny"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("file not found: repo=org/tiny, revision=main, file=tokenizer.json");
  }

  @Test
  void fetch_gatedModelWithoutToken_saysWhereToAcceptAndWhatToSet() {
    answer("HEAD", "/config.json", 401, "X-Error-Code", "GatedRepo");
    HubEnvironment noToken = new HubEnvironment(hub.endpoint(), cache(), null, false);

    assertThatThrownBy(() -> client(noToken).fetch(TINY, DownloadListener.NONE))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("the model is gated: repo=org/tiny, status=401")
        .hasMessageContaining(hub.endpoint() + "/org/tiny")
        .hasMessageEndingWith("set HF_TOKEN");
  }

  @Test
  void fetch_gatedModelWithToken_saysThatTheAccountLacksAccess() {
    answer("HEAD", "/config.json", 403, "X-Error-Code", "GatedRepo");

    assertThatThrownBy(() -> fetch("org/tiny"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("the model is gated: repo=org/tiny, status=403")
        .hasMessageContaining("a token of the account that did")
        .hasMessageNotContaining(FakeHub.TOKEN);
  }

  @Test
  void fetch_fileServerThatRefuses_isNotTakenForTheHubsGate() {
    hub.nextBytes(
        "model.safetensors",
        exchange -> {
          FakeHub.respond(exchange, 403);
          return true;
        });

    assertThatThrownBy(() -> fetch("org/tiny"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("file server refused")
        .hasMessageContaining("file=model.safetensors")
        .hasMessageContaining("status=403")
        .hasMessageNotContaining("signature");
  }

  @Test
  void fetch_otherRefusal_namesTheStatus() {
    answer("GET", LISTING, 418);

    assertThatThrownBy(() -> fetch("org/tiny"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("the hub refused: repo=org/tiny, revision=main, status=418");
  }

  private void answer(String method, String pathEnd, int status, String... headers) {
    hub.next(
        method,
        pathEnd,
        exchange -> {
          FakeHub.respond(exchange, status, headers);
          return true;
        });
  }
}
