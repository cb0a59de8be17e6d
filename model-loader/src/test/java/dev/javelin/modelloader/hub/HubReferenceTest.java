// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.ModelLoadException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HubReferenceTest {
  @Test
  void parse_repositoryAlone_meansMain() {
    HubReference reference = HubReference.parse("Qwen/Qwen2.5-0.5B_x");

    assertThat(reference).isEqualTo(new HubReference("Qwen/Qwen2.5-0.5B_x", null, null));
    assertThat(reference.revisionOrDefault()).isEqualTo("main");
  }

  @Test
  void parse_revisionWithSlashesAndFileInFolder_areSplitAtTheFirstAtAndColon() {
    assertThat(HubReference.parse("org/name@refs/pr/1:Q4/model.gguf"))
        .isEqualTo(new HubReference("org/name", "refs/pr/1", "Q4/model.gguf"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"org/name", "org/name@v1", "org/name:Q4_K_M", "org/name@v1:a/b.gguf"})
  void toString_ofParsedReference_isTheText(String text) {
    assertThat(HubReference.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "name",
        "org/",
        "/name",
        "a/b/c",
        "../name",
        "org/..",
        "org/a--b",
        "org/a..b",
        "org/.hidden",
        "org/name-",
        "org/name.git",
        "org/na me",
        "org\\name",
        "org/näme",
        "/etc/passwd",
        "./name"
      })
  void parse_textThatIsNoRepository_isRefusedNamingIt(String text) {
    assertThatThrownBy(() -> HubReference.parse(text))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("repo=" + text)
        .hasMessageContaining("expected org/name");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "..", "../x", "a/../b", "/abs", "a//b", "a\\b", "a b", "a\u0000b", "a/", "."})
  void parse_revisionThatWouldLeaveItsFolder_isRefused(String revision) {
    assertThatThrownBy(() -> HubReference.parse("org/name@" + revision))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("not a revision");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "../x.gguf", "/x.gguf", "a\\x.gguf", "C:x.gguf", "a/../../x.gguf"})
  void parse_fileThatWouldLeaveItsFolder_isRefused(String file) {
    assertThatThrownBy(() -> HubReference.parse("org/name:" + file))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("unsafe file name");
  }

  @Test
  void parse_veryLongName_isRefusedWithAShortMessage() {
    assertThatThrownBy(() -> HubReference.parse("org/" + "x".repeat(100_000)))
        .isInstanceOf(ModelLoadException.class)
        .message()
        .hasSizeLessThan(1000);
  }
}
