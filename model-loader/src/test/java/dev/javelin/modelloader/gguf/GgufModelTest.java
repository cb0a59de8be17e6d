// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.gguf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.ModelLoadException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GgufModelTest {
  @TempDir private Path folder;

  @Test
  void open_laterPart_findsMetadataAndTensorsOfAll() {
    part(0, 2).text("general.name", "m").floats("a", 0, 4).write(path(1, 2));
    part(1, 2).floats("b", 8, 4).write(path(2, 2));
    GgufModel model = GgufModel.open(path(2, 2));
    assertThat(model.metadata().text("general.name")).isEqualTo("m");
    assertThat(model.tensorNames()).containsExactly("a", "b");
    assertThat(model.tensor("b").file()).isEqualTo(path(2, 2));
    assertThat(model.path()).isEqualTo(path(1, 2));
  }

  @Test
  void open_partsMissing_namesEachOfThem() {
    part(1, 3).floats("b", 8, 4).write(path(2, 3));
    assertThatThrownBy(() -> GgufModel.open(path(2, 3)))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("m-00001-of-00003.gguf")
        .hasMessageContaining("m-00003-of-00003.gguf");
  }

  @Test
  void open_partsExchanged_refused() {
    part(1, 2).floats("a", 0, 4).write(path(1, 2));
    part(0, 2).floats("b", 8, 4).write(path(2, 2));
    assertThatThrownBy(() -> GgufModel.open(path(1, 2)))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("split.no=1");
  }

  @Test
  void open_partRenamed_refused() {
    Path renamed = part(0, 2).floats("a", 0, 4).write(folder.resolve("renamed.gguf"));
    assertThatThrownBy(() -> GgufModel.open(renamed))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("-of-00002.gguf");
  }

  @Test
  void open_tensorInTwoParts_refused() {
    part(0, 2).floats("a", 0, 4).write(path(1, 2));
    part(1, 2).floats("a", 8, 4).write(path(2, 2));
    assertThatThrownBy(() -> GgufModel.open(path(1, 2)))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("tensor=a");
  }

  @Test
  void open_fewerTensorsThanPromised_refused() {
    part(0, 2).u32("split.tensors.count", 3).floats("a", 0, 4).write(path(1, 2));
    part(1, 2).floats("b", 8, 4).write(path(2, 2));
    assertThatThrownBy(() -> GgufModel.open(path(1, 2)))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("split.tensors.count=3");
  }

  @Test
  void open_splitCountBelowTwo_isAWholeModel() {
    Path file = part(0, 0).floats("a", 0, 4).write(folder.resolve("whole.gguf"));
    assertThat(GgufModel.open(file).tensorNames()).containsExactly("a");
  }

  private static GgufBytes part(int number, int count) {
    return new GgufBytes().u32("split.no", number).u32("split.count", count);
  }

  private Path path(int number, int count) {
    return folder.resolve("m-%05d-of-%05d.gguf".formatted(number, count));
  }
}
