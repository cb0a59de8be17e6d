// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.ModelLoadException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HubEnvironmentTest {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  Path home;

  @Test
  void of_noVariables_isTheHubAndTheUsersCache() {
    HubEnvironment environment = HubEnvironment.of(Map.of("HOME", home.toString()));

    assertThat(environment.endpoint()).isEqualTo(URI.create("https://huggingface.co"));
    assertThat(environment.cacheFolder()).isEqualTo(home.resolve(".cache/huggingface/hub"));
    assertThat(environment.token()).isNull();
    assertThat(environment.offline()).isFalse();
  }

  @Test
  void of_cacheVariables_theMostSpecificOneWins() {
    Map<String, String> xdg = Map.of("HOME", "/h", "XDG_CACHE_HOME", "/xdg");
    Map<String, String> hfHome = Map.of("XDG_CACHE_HOME", "/xdg", "HF_HOME", "/hf");
    Map<String, String> hubCache =
        Map.of("XDG_CACHE_HOME", "/xdg", "HF_HOME", "/hf", "HF_HUB_CACHE", "/cache");

    assertThat(HubEnvironment.of(xdg).cacheFolder()).isEqualTo(Path.of("/xdg/huggingface/hub"));
    assertThat(HubEnvironment.of(hfHome).cacheFolder()).isEqualTo(Path.of("/hf/hub"));
    assertThat(HubEnvironment.of(hubCache).cacheFolder()).isEqualTo(Path.of("/cache"));
  }

  @Test
  void of_tildeInAFolder_isTheHomeFolder() {
    assertThat(HubEnvironment.of(Map.of("HOME", "/h", "HF_HOME", "~/models")).cacheFolder())
        .isEqualTo(Path.of("/h/models/hub"));
  }

  @Test
  void of_emptyVariable_countsAsAbsent() {
    assertThat(HubEnvironment.of(Map.of("HOME", "/h", "HF_HUB_CACHE", "")).cacheFolder())
        .isEqualTo(Path.of("/h/.cache/huggingface/hub"));
  }

  @Test
  void of_tokenSources_theVariableThenTheNamedFileThenTheHomesFile() throws IOException {
    Path named = Files.writeString(home.resolve("named"), "hf_named\n");
    Files.writeString(home.resolve("token"), "hf_home\n");

    assertThat(HubEnvironment.of(Map.of("HF_HOME", home.toString())).token()).isEqualTo("hf_home");
    assertThat(
            HubEnvironment.of(Map.of("HF_HOME", home.toString(), "HF_TOKEN_PATH", named.toString()))
                .token())
        .isEqualTo("hf_named");
    assertThat(
            HubEnvironment.of(Map.of("HF_HOME", home.toString(), "HF_TOKEN", " hf_variable\n"))
                .token())
        .isEqualTo("hf_variable");
  }

  @Test
  void of_tokenPathThatIsAFolder_isRefusedNamingIt() {
    assertThatThrownBy(() -> HubEnvironment.of(Map.of("HF_TOKEN_PATH", home.toString())))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("path=" + home)
        .hasMessageContaining("HF_TOKEN");
  }

  @Test
  void of_tokenThatCouldSplitAHeader_isRefusedWithoutShowingIt() {
    assertThatThrownBy(
            () -> HubEnvironment.of(Map.of("HOME", "/h", "HF_TOKEN", "hf_abc\r\nX-Evil: 1")))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("HF_TOKEN")
        .hasMessageNotContaining("hf_abc");
  }

  @Test
  void toString_withToken_hidesIt() {
    assertThat(HubEnvironment.of(Map.of("HOME", "/h", "HF_TOKEN", "hf_secret")))
        .asString()
        .contains("token=set")
        .doesNotContain("hf_secret");
  }

  @ParameterizedTest
  @CsvSource({"1,true", "ON,true", "yes,true", "True,true", "0,false", "off,false", "2,false"})
  void of_offlineVariable_isTrueForTheWordsThatPythonKnows(String value, boolean offline) {
    assertThat(HubEnvironment.of(Map.of("HOME", "/h", "HF_HUB_OFFLINE", value)).offline())
        .isEqualTo(offline);
  }

  @Test
  void of_endpointWithPathAndSlashes_losesTheLastSlashes() {
    assertThat(
            HubEnvironment.of(Map.of("HOME", "/h", "HF_ENDPOINT", "https://mirror:8443/hf//"))
                .endpoint())
        .isEqualTo(URI.create("https://mirror:8443/hf"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "huggingface.co",
        "ftp://host",
        "file:///etc",
        "http://",
        "https://h?x=1",
        "http://a b"
      })
  void of_endpointThatIsNoHttpAddress_isRefusedNamingTheVariable(String endpoint) {
    assertThatThrownBy(() -> HubEnvironment.of(Map.of("HOME", "/h", "HF_ENDPOINT", endpoint)))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("HF_ENDPOINT=");
  }

  @Test
  void of_endpointWithPassword_isRefusedWithoutShowingIt() {
    assertThatThrownBy(
            () -> HubEnvironment.of(Map.of("HOME", "/h", "HF_ENDPOINT", "https://me:pass@host")))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("HF_ENDPOINT=https://***@host")
        .hasMessageNotContaining("pass");
  }

  @Test
  void isHub_otherSchemeHostOrPort_isNot() {
    HubEnvironment environment = HubEnvironment.of(Map.of("HOME", "/h"));

    assertThat(environment.isHub(URI.create("https://HuggingFace.co:443/x"))).isTrue();
    assertThat(environment.isHub(URI.create("http://huggingface.co/x"))).isFalse();
    assertThat(environment.isHub(URI.create("https://cdn.huggingface.co/x"))).isFalse();
    assertThat(environment.isHub(URI.create("https://huggingface.co:8443/x"))).isFalse();
  }
}
