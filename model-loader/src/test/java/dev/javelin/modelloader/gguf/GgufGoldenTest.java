// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.gguf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.javelin.modelloader.mapped.MappedTensor;
import dev.javelin.testsupport.Goldens;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Every tensor of the reference GGUF files against the hash of its values. */
class GgufGoldenTest {
  @Test
  void tensors_ofEveryGoldenFile_hashAsTheReferenceValues()
      throws IOException, NoSuchAlgorithmException {
    int cases = 0;
    for (Path golden : goldens()) {
      String name = String.valueOf(golden.getFileName()).replace(".golden.json", ".gguf");
      GgufModel model = GgufModel.open(golden.resolveSibling(name));
      JsonNode tensors = Goldens.json(golden).get("tensors");
      assertThat(model.tensorNames()).hasSize(tensors.size());
      for (JsonNode expected : tensors) {
        MappedTensor tensor = model.tensor(expected.get("name").asString());
        assertThat(tensor.dtype().name()).isEqualTo(expected.get("type").asString());
        assertThat(sha256(tensor))
            .as("%s %s", golden, tensor.name())
            .isEqualTo(expected.get("sha256").asString());
        cases++;
      }
    }
    Goldens.report("GGUF tensors", cases);
  }

  private static List<Path> goldens() throws IOException {
    try (Stream<Path> files = Files.walk(Goldens.require("goldens/gguf"))) {
      return files.filter(path -> path.toString().endsWith(".golden.json")).sorted().toList();
    }
  }

  private static String sha256(MappedTensor tensor) throws NoSuchAlgorithmException {
    ByteBuffer values =
        ByteBuffer.allocate((int) tensor.elements() * 4).order(ByteOrder.LITTLE_ENDIAN);
    tensor.readFloats(0, (int) tensor.rows(), values.asFloatBuffer());
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    digest.update(values);
    return HexFormat.of().formatHex(digest.digest());
  }
}
