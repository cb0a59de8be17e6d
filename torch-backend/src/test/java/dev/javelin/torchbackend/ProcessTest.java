// SPDX-License-Identifier: Apache-2.0
package dev.javelin.torchbackend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.javelin.compute.Backend;
import dev.javelin.compute.BackendOptions;
import dev.javelin.compute.BackendOptions.WeightType;
import dev.javelin.compute.DType;
import dev.javelin.compute.Weight;
import dev.javelin.compute.WeightSource;
import java.io.File;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What must hold in a fresh JVM: unpacking of the natives, and small heaps. */
class ProcessTest {
  @TempDir Path folder;

  @Test
  void natives_twoProcessesUnpackingAtOnce_bothLoadThem() throws Exception {
    Map<String, String> empty = Map.of("DJL_CACHE_DIR", folder.toString());
    ChildJvm first = ChildJvm.start(Opening.class, empty);
    ChildJvm second = ChildJvm.start(Opening.class, empty);

    assertThat(first.output()).contains("available, offline=true");
    assertThat(second.output()).contains("available, offline=true");
  }

  @Test
  void natives_missing_areNotDownloadedButNamed() throws Exception {
    String classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !entry.contains("pytorch-native"))
            .collect(Collectors.joining(File.pathSeparator));
    Map<String, String> empty = Map.of("DJL_CACHE_DIR", folder.toString());

    String output = ChildJvm.start(Opening.class, empty, classPath).output();

    assertThat(output).contains("Offline mode", "pytorch-native-cpu").doesNotContain("available,");
  }

  @Test
  void weights_fourTimesTheHeap_areLoaded() throws Exception {
    assertThat(ChildJvm.start(Loading.class, Map.of()).output()).contains("loaded 256 MiB");
  }

  /** Loads the natives. */
  static final class Opening {
    private Opening() {}

    public static void main(String[] arguments) {
      System.out.println(
          TorchNatives.unavailabilityCause().orElse("available")
              + ", offline="
              + System.getProperty("ai.djl.offline"));
    }
  }

  /** Loads a weight of 256 MiB. */
  static final class Loading {
    private Loading() {}

    public static void main(String[] arguments) {
      try (Backend backend =
              new TorchBackendProvider().open(new BackendOptions("cpu", WeightType.AUTO, 1));
          Weight weight = backend.weight(new Large())) {
        System.out.println("loaded " + (4L * weight.rows() * weight.columns() >> 20) + " MiB");
      }
    }
  }

  /** 64 Mi ones. */
  private record Large() implements WeightSource {
    @Override
    public String name() {
      return "large";
    }

    @Override
    public DType dtype() {
      return DType.F16;
    }

    @Override
    public long rows() {
      return 1 << 16;
    }

    @Override
    public long columns() {
      return 1 << 10;
    }

    @Override
    public void readFloats(long fromRow, int rowCount, FloatBuffer target) {
      while (target.hasRemaining()) {
        target.put(1);
      }
    }

    @Override
    public Optional<MappedBytes> mapped() {
      return Optional.empty();
    }
  }
}
