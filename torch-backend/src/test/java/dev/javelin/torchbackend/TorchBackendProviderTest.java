// SPDX-License-Identifier: Apache-2.0
package dev.javelin.torchbackend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.compute.Backend;
import dev.javelin.compute.BackendOptions;
import dev.javelin.compute.BackendOptions.WeightType;
import dev.javelin.compute.BackendProvider;
import dev.javelin.engineapi.ValidationException;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TorchBackendProviderTest {
  private final TorchBackendProvider provider = new TorchBackendProvider();

  @Test
  void provider_onTheClassPath_isFoundByName() {
    assertThat(ServiceLoader.load(BackendProvider.class))
        .filteredOn(BackendProvider::name, "torch")
        .singleElement()
        .isInstanceOf(TorchBackendProvider.class)
        .returns(10, BackendProvider::priority);
  }

  @Test
  void unavailabilityCause_withNativesOnTheClassPath_isEmpty() {
    assertThat(provider.unavailabilityCause()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = WeightType.class,
      names = {"AUTO", "FLOAT32"})
  void open_float32_makesABackend(WeightType type) {
    try (Backend backend = provider.open(new BackendOptions("cpu", type, 1))) {
      assertThat(backend.name()).isEqualTo("torch");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = WeightType.class,
      names = {"FLOAT16", "BFLOAT16"})
  void open_narrowType_isRefusedWithRemedy(WeightType type) {
    assertThatThrownBy(() -> provider.open(new BackendOptions("cpu", type, 1)))
        .isInstanceOf(ValidationException.class)
        .hasMessageContainingAll("dtype=" + type, "float32");
  }

  @Test
  void open_anotherDevice_isRefused() {
    assertThatThrownBy(() -> provider.open(new BackendOptions("cuda:1", WeightType.AUTO, 1)))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("device=cuda:1");
  }

  @Test
  void open_negativeThreads_isRefused() {
    assertThatThrownBy(() -> provider.open(new BackendOptions("cpu", WeightType.AUTO, -1)))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("threads=-1");
  }
}
