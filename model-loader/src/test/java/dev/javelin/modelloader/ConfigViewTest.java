// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.ModelLoadException;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConfigViewTest {
  @Test
  void read_rightTypes_givesTheValues() {
    ConfigView view =
        view(
            Map.of(
                "i",
                7,
                "whole",
                8.0,
                "d",
                1.5,
                "b",
                true,
                "t",
                "x",
                "is",
                List.of(1, 2),
                "ds",
                List.of(1, 2.5),
                "ts",
                List.of("a"),
                "o",
                Map.of("k", 3)));
    assertThat(view.integer("i")).isEqualTo(7);
    assertThat(view.integer("whole")).isEqualTo(8);
    assertThat(view.decimal("i")).isEqualTo(7.0);
    assertThat(view.decimal("d")).isEqualTo(1.5);
    assertThat(view.bool("b")).isTrue();
    assertThat(view.text("t")).isEqualTo("x");
    assertThat(view.integers("is")).containsExactly(1, 2);
    assertThat(view.decimals("ds")).containsExactly(1.0, 2.5);
    assertThat(view.texts("ts")).containsExactly("a");
    assertThat(view.object("o").integer("k")).isEqualTo(3);
  }

  @Test
  void read_absentOrNull_givesTheDefault() {
    Map<String, @Nullable Object> members = new HashMap<>();
    members.put("null", null);
    ConfigView view = new ConfigView("config.json", members);
    assertThat(view.has("null")).isFalse();
    assertThat(view.integer("null", 3)).isEqualTo(3);
    assertThat(view.decimal("none", 2.5)).isEqualTo(2.5);
    assertThat(view.bool("none", true)).isTrue();
    assertThat(view.text("none", "x")).isEqualTo("x");
  }

  @Test
  void read_absentWithoutDefault_namesFileAndKey() {
    assertThatThrownBy(() -> view(Map.of()).integer("hidden_size"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("file=config.json")
        .hasMessageContaining("key=hidden_size");
  }

  @Test
  void read_wrongType_namesFileKeyValueAndExpected() {
    wrong("x", view -> view.integer("k"), "an integer");
    wrong(1.5, view -> view.integer("k"), "an integer");
    wrong(Double.NaN, view -> view.integer("k", 1), "an integer");
    wrong(1L << 40, view -> view.integer("k"), "an integer of 32 bits");
    wrong(BigInteger.ONE.shiftLeft(70), view -> view.integer("k"), "an integer of 32 bits");
    wrong(true, view -> view.decimal("k"), "a number");
    wrong("true", view -> view.bool("k"), "true or false");
    wrong(1, view -> view.text("k"), "a string");
    wrong(1, view -> view.object("k"), "an object");
    wrong(1, view -> view.integers("k"), "an array of integers");
    wrong(List.of("a"), view -> view.integers("k"), "an integer");
    wrong(Arrays.asList(1, null), view -> view.decimals("k"), "an array of numbers");
  }

  @Test
  void object_wrongTypeInside_namesTheWholeKey() {
    ConfigView inner = view(Map.of("rope_scaling", Map.of("factor", "8"))).object("rope_scaling");
    assertThatThrownBy(() -> inner.decimal("factor"))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("key=rope_scaling.factor");
  }

  @Test
  void read_longValue_isCutInTheMessage() {
    ConfigView view = view(Map.of("k", "y".repeat(10_000)));
    assertThatThrownBy(() -> view.integer("k"))
        .isInstanceOf(ModelLoadException.class)
        .message()
        .hasSizeLessThan(300);
  }

  private static void wrong(Object value, Consumer<ConfigView> read, String expected) {
    assertThatThrownBy(() -> read.accept(view(Map.of("k", value))))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("file=config.json")
        .hasMessageContaining("key=k")
        .hasMessageContaining("expected " + expected);
  }

  private static ConfigView view(Map<String, Object> members) {
    return new ConfigView("config.json", members);
  }
}
