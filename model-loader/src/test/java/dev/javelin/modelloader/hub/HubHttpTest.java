// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.ModelLoadException;
import java.net.URI;
import org.junit.jupiter.api.Test;

class HubHttpTest {
  private static final URI SECURE = URI.create("https://hub/org/name?token=1");

  @Test
  void target_relativeLocation_staysAtTheHost() {
    assertThat(HubHttp.target(SECURE, "/api/x?y=1")).isEqualTo(URI.create("https://hub/api/x?y=1"));
  }

  @Test
  void target_fromPlainToSecure_isFollowed() {
    assertThat(HubHttp.target(URI.create("http://hub/x"), "HTTPS://cdn/y"))
        .isEqualTo(URI.create("HTTPS://cdn/y"));
  }

  @Test
  void target_fromSecureToPlain_isRefusedWithoutTheQuery() {
    assertThatThrownBy(() -> HubHttp.target(SECURE, "http://cdn/y?signature=1"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("location=http://cdn/y, expected https")
        .hasMessageNotContaining("signature")
        .hasMessageNotContaining("token");
  }
}
