// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Ids of requests on their way to the core. */
class EngineCoreRequestTest {
  private final EngineCoreRequest request =
      new EngineCoreRequest(
          "external",
          TokenIds.of(1),
          SamplingParams.defaults(),
          TokenConstraints.NONE,
          1.5,
          null,
          "salt",
          3,
          Map.of("traceparent", "00"),
          null);

  @Test
  void withRequestId_internalId_keepsTheCallersAsExternal() {
    EngineCoreRequest assigned = request.withRequestId("internal");

    assertThat(assigned.requestId()).isEqualTo("internal");
    assertThat(assigned.externalId()).isEqualTo("external");
    assertThat(request.externalId()).isEqualTo("external");
  }

  @Test
  void withRequestId_externalIdPreset_isRefused() {
    EngineCoreRequest assigned = request.withRequestId("internal");

    assertThatThrownBy(() -> assigned.withRequestId("again"))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("external_req_id");
  }

  @Test
  void child_ownIdAndParameters_sharesTheRest() {
    SamplingParams own = SamplingParams.greedy(2);

    EngineCoreRequest child = request.withRequestId("internal").child("0_internal", own);

    assertThat(child.requestId()).isEqualTo("0_internal");
    assertThat(child.samplingParams()).isEqualTo(own);
    assertThat(child.externalId()).isEqualTo("external");
    assertThat(child.promptTokenIds()).isEqualTo(request.promptTokenIds());
    assertThat(child.arrivalTimeSeconds()).isEqualTo(1.5);
    assertThat(child.cacheSalt()).isEqualTo("salt");
    assertThat(child.priority()).isEqualTo(3);
    assertThat(child.traceHeaders()).containsEntry("traceparent", "00");
  }
}
