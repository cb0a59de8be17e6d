// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.javelin.compute.WeightSource;
import dev.javelin.engineapi.ModelLoadException;
import dev.javelin.modelloader.gguf.GgufModel;
import dev.javelin.modelloader.safetensors.SafetensorsFile;
import dev.javelin.testsupport.Goldens;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damages sound files at random: whatever comes of it, only a {@link ModelLoadException} may be
 * thrown, and no more memory be allocated than a small multiple of the file.
 */
class CheckpointFuzzTest {
  private static final int ROUNDS = 300;
  private static final long MOST_BYTES = 32L << 20;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @TempDir private Path temp;

  @Test
  void openGguf_damagedFile_throwsOnlyLoadExceptions() throws Exception {
    Path file = temp.resolve("fuzz.gguf");
    fuzz("gguf/with_rope_freqs_scaled.gguf", file, 1, path -> readAll(Checkpoint.open(path)));
    fuzz("gguf/alignment_64.gguf", file, 2, path -> readAll(Checkpoint.open(path)));
    fuzz("gguf/array_of_arrays.gguf", file, 3, CheckpointFuzzTest::readGguf);
  }

  @Test
  void openSafetensors_damagedFile_throwsOnlyLoadExceptions() throws Exception {
    Path file = temp.resolve("fuzz.safetensors");
    for (String name : new String[] {"header_not_sorted", "zero_size_tensor", "only_metadata"}) {
      fuzz("safetensors/" + name + ".safetensors", file, 4, CheckpointFuzzTest::readSafetensors);
    }
  }

  @Test
  void openFolder_damagedJson_throwsOnlyLoadExceptions() throws Exception {
    Path folder = Files.createDirectory(temp.resolve("model"));
    for (String name :
        new String[] {
          "config.json",
          "generation_config.json",
          "tokenizer_config.json",
          "tokenizer.json",
          "model.safetensors"
        }) {
      Files.copy(resource("hf/eos_three_sources/" + name), folder.resolve(name));
    }
    for (String name :
        new String[] {"config.json", "generation_config.json", "tokenizer_config.json"}) {
      Path file = folder.resolve(name);
      byte[] sound = Files.readAllBytes(file);
      fuzz("hf/eos_three_sources/" + name, file, 5, path -> readAll(Checkpoint.open(folder)));
      Files.write(file, sound);
    }
  }

  private static void fuzz(String resource, Path file, long seed, Consumer<Path> read)
      throws IOException {
    byte[] sound = Files.readAllBytes(resource(resource));
    read.accept(Files.write(file, sound));
    SplittableRandom random = new SplittableRandom(seed);
    int refused = 0;
    for (int round = 0; round < ROUNDS; round++) {
      byte[] damaged = damage(sound, random);
      Files.write(file, damaged);
      long before = THREADS.getCurrentThreadAllocatedBytes();
      try {
        read.accept(file);
      } catch (ModelLoadException e) {
        assertThat(e.getMessage()).isNotBlank();
        refused++;
      } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
        throw new AssertionError("%s, seed %d, round %d".formatted(resource, seed, round), e);
      }
      assertThat(THREADS.getCurrentThreadAllocatedBytes() - before)
          .as("bytes allocated by %s, seed %d, round %d", resource, seed, round)
          .isLessThan(MOST_BYTES);
    }
    assertThat(refused).as(resource).isPositive();
  }

  /** One to four changes: bits, bytes, numbers at their limits, cuts and doublings. */
  private static byte[] damage(byte[] sound, SplittableRandom random) {
    byte[] damaged = sound.clone();
    int changes = random.nextInt(1, 5);
    for (int change = 0; change < changes && damaged.length > 8; change++) {
      int at = random.nextInt(Math.min(damaged.length, 4096));
      switch (random.nextInt(6)) {
        case 0 -> damaged[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> damaged[at] = (byte) random.nextInt();
        case 2 -> Arrays.fill(damaged, at, Math.min(damaged.length, at + 8), (byte) -1);
        case 3 -> damaged[at] = (byte) "0123456789{}[]\",:".charAt(random.nextInt(17));
        case 4 -> damaged = Arrays.copyOf(damaged, at + 1);
        default -> {
          int from = random.nextInt(damaged.length);
          int length = Math.min(16, damaged.length - Math.max(at, from));
          System.arraycopy(damaged, from, damaged, at, Math.max(0, length));
        }
      }
    }
    return damaged;
  }

  private static void readAll(Checkpoint checkpoint) {
    checkpoint.tensorNames().forEach(name -> readSome(checkpoint.tensor(name)));
  }

  private static void readGguf(Path path) {
    GgufModel model = GgufModel.open(path);
    model.tensorNames().forEach(name -> readSome(model.tensor(name)));
  }

  private static void readSafetensors(Path path) {
    SafetensorsFile file = SafetensorsFile.open(path, LoadLimits.DEFAULT.headerBytes());
    file.tensorNames().forEach(name -> readSome(file.tensor(name)));
  }

  private static void readSome(WeightSource source) {
    if (source.rows() > 0 && source.columns() < 1 << 16) {
      source.readFloats(0, 1, FloatBuffer.allocate((int) source.columns()));
    }
  }

  private static Path resource(String name) {
    return Goldens.small("cases/" + name);
  }
}
