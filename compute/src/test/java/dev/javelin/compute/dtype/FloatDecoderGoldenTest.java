// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute.dtype;

import static org.assertj.core.api.Assertions.assertThat;

import dev.javelin.compute.DType;
import dev.javelin.testsupport.Goldens;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Every block type of GGUF against the values that its reference code gives. */
class FloatDecoderGoldenTest {
  @Test
  void decode_randomBlocksOfEveryType_hashAsTheReferenceValues()
      throws IOException, URISyntaxException, NoSuchAlgorithmException {
    Path folder =
        Path.of(Objects.requireNonNull(FloatDecoderGoldenTest.class.getResource("blocks")).toURI());
    int cases = 0;
    for (JsonNode entry : Goldens.json(folder.resolve("index.json")).get("types")) {
      String name = entry.get("type").asString();
      ByteBuffer values = decoded(entry, Files.readAllBytes(folder.resolve(name + ".bin")));
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      sha256.update(values);
      assertThat(HexFormat.of().formatHex(sha256.digest()))
          .as(name)
          .isEqualTo(entry.get("sha256_f32").asString());
      cases++;
    }
    assertThat(cases).isEqualTo(25);
  }

  @Test
  void decode_goldenBlocksOfEveryType_bitEqual() throws IOException {
    Path folder = Goldens.require("goldens/gguf/blocks");
    int cases = 0;
    for (JsonNode entry : Goldens.json(folder.resolve("index.json")).get("types")) {
      String name = entry.get("type").asString();
      ByteBuffer values = decoded(entry, Files.readAllBytes(folder.resolve(name + ".bin")));
      byte[] expected = Files.readAllBytes(folder.resolve(name + ".f32"));
      assertThat(values.array()).as(name).isEqualTo(expected);
      cases++;
    }
    Goldens.report("GGUF block types", cases);
  }

  private static ByteBuffer decoded(JsonNode entry, byte[] stored) {
    DType type = DType.valueOf(entry.get("type").asString());
    assertThat(type.blockBytes()).isEqualTo(entry.get("block_bytes").asInt());
    assertThat(type.blockElements()).isEqualTo(entry.get("block_values").asInt());
    int elements = entry.get("values").asInt();
    ByteBuffer source = ByteBuffer.allocateDirect(stored.length).put(stored).flip();
    ByteBuffer values = ByteBuffer.allocate(4 * elements).order(ByteOrder.LITTLE_ENDIAN);
    FloatBuffer target = values.asFloatBuffer();
    FloatDecoder.of(type).decode(source, elements, target);
    assertThat(source.hasRemaining()).isFalse();
    assertThat(target.hasRemaining()).isFalse();
    return values;
  }
}
