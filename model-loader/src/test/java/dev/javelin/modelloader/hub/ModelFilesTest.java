// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.ModelLoadException;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModelFilesTest {
  private static final String[] QUANTISATIONS = {
    "README.md",
    "m-Q4_K_M.gguf",
    "m-IQ4_K_M.gguf",
    "m-Q4_K_S.gguf",
    "m.q8_0.gguf",
    "BF16/m_bf16.gguf"
  };

  @Test
  void select_safetensorsRepository_isWhatTheEngineReadsAndNothingElse() {
    ModelFiles files =
        select(
            "org/m",
            "config.json",
            "generation_config.json",
            "tokenizer.json",
            "tokenizer_config.json",
            "special_tokens_map.json",
            "chat_template.jinja",
            "additional_chat_templates/tool_use.jinja",
            "model.safetensors",
            "README.md",
            "pytorch_model.bin",
            "consolidated.safetensors",
            "original/model.safetensors",
            "onnx/config.json",
            "m-Q4_0.gguf");

    assertThat(files.descriptions())
        .containsExactlyInAnyOrder(
            "config.json",
            "generation_config.json",
            "tokenizer.json",
            "tokenizer_config.json",
            "special_tokens_map.json",
            "chat_template.jinja",
            "additional_chat_templates/tool_use.jinja");
    assertThat(files.weights()).containsExactly("model.safetensors");
    assertThat(files.index()).isNull();
    assertThat(files.gguf()).isFalse();
  }

  @Test
  void select_repositoryWithIndex_leavesTheWeightsToTheIndex() {
    ModelFiles files =
        select(
            "org/m",
            "config.json",
            "model.safetensors",
            "model-00001-of-00002.safetensors",
            "model-00002-of-00002.safetensors",
            "model.safetensors.index.json");

    assertThat(files.index()).isEqualTo("model.safetensors.index.json");
    assertThat(files.weights()).isEmpty();
  }

  @Test
  void select_partsWithoutIndexAndOneMissing_isRefusedNamingIt() {
    assertThatThrownBy(
            () ->
                select(
                    "org/m",
                    "config.json",
                    "model-00001-of-00003.safetensors",
                    "model-00003-of-00003.safetensors"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("file=model-00002-of-00003.safetensors");
  }

  @Test
  void select_singleFileBesideOthersWithoutIndex_isTheSingleFile() {
    assertThat(
            select("org/m", "config.json", "model.safetensors", "model.fp16.safetensors").weights())
        .containsExactly("model.safetensors");
  }

  @Test
  void select_filesOfOtherTools_doNotCount() {
    assertThat(
            select(
                    "org/m",
                    "config.json",
                    "adapter_model.safetensors",
                    "consolidated.safetensors",
                    "training_state.safetensors",
                    "weights.safetensors")
                .weights())
        .containsExactly("weights.safetensors");
  }

  @Test
  void select_weightsWithoutConfig_isRefusedNamingIt() {
    assertThatThrownBy(() -> select("org/m", "weights.safetensors"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("no config.json")
        .hasMessageContaining("weights.safetensors");
  }

  @Test
  void select_adapterAlone_isNoModel() {
    assertThatThrownBy(() -> select("org/m", "adapter_config.json", "adapter_model.safetensors"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("no weights found");
  }

  @Test
  void select_noReadableWeights_isRefusedSayingWhatIsExpected() {
    assertThatThrownBy(() -> select("org/m", "config.json", "pytorch_model.bin"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("no weights found: repo=org/m")
        .hasMessageContaining("safetensors");
  }

  @Test
  void select_oneGgufBesideItsProjector_isThatFile() {
    ModelFiles files = select("org/m", "config.json", "m.gguf", "mmproj-m.gguf");

    assertThat(files.gguf()).isTrue();
    assertThat(files.weights()).containsExactly("m.gguf");
    assertThat(files.descriptions()).isEmpty();
  }

  @Test
  void select_severalGgufAndNoneNamed_isRefusedListingThem() {
    assertThatThrownBy(() -> select("org/m", QUANTISATIONS))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("several GGUF files")
        .hasMessageContaining("m-Q4_K_M.gguf")
        .hasMessageContaining("BF16/m_bf16.gguf")
        .hasMessageContaining("org/m:FILE");
  }

  @ParameterizedTest
  @CsvSource({
    "Q4_K_M,m-Q4_K_M.gguf",
    "q4_k_m,m-Q4_K_M.gguf",
    "IQ4_K_M,m-IQ4_K_M.gguf",
    "Q8_0,m.q8_0.gguf",
    "bf16,BF16/m_bf16.gguf",
    "BF16/m_bf16.gguf,BF16/m_bf16.gguf"
  })
  void select_ggufByQuantisationOrFile_isTheOneWithThatWord(String asked, String expected) {
    assertThat(select("org/m:" + asked, QUANTISATIONS).weights()).containsExactly(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Q4_K", "Q5_K_M", "4_K_M_", "README.md", "m"})
  void select_ggufThatIsNotThereOrAmbiguous_isRefusedListingTheChoices(String asked) {
    assertThatThrownBy(() -> select("org/m:" + asked, QUANTISATIONS))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("file=" + asked)
        .hasMessageContaining("m-Q4_K_S.gguf");
  }

  @Test
  void select_ggufNamedInARepositoryWithSafetensors_isTheGguf() {
    assertThat(select("org/m:m.gguf", "config.json", "model.safetensors", "m.gguf").weights())
        .containsExactly("m.gguf");
  }

  @Test
  void select_splitGguf_isOneChoiceWithAllItsParts() {
    ModelFiles files =
        select(
            "org/m:Q8_0",
            "m-Q8_0-00002-of-00002.gguf",
            "m-Q8_0-00001-of-00002.gguf",
            "m-Q4_0.gguf");

    assertThat(files.weights())
        .containsExactly("m-Q8_0-00001-of-00002.gguf", "m-Q8_0-00002-of-00002.gguf");
  }

  @Test
  void select_splitGgufWithAPartMissing_isRefusedNamingIt() {
    assertThatThrownBy(() -> select("org/m", "m-00001-of-00002.gguf"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("file=m-00002-of-00002.gguf");
  }

  private static ModelFiles select(String reference, String... names) {
    return ModelFiles.select(HubReference.parse(reference), new TreeSet<>(List.of(names)));
  }
}
