// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TemplateLimitsTest {
  /** Doubles what {@code ns.s} holds, over and over. */
  private static String doubling(String start, String next, String end) {
    return "{% set ns = namespace(s="
        + start
        + ") %}{% for i in range(1000) %}"
        + "{% set ns.s = "
        + next
        + " %}{% endfor %}{{ "
        + end
        + " }}";
  }

  static Stream<Arguments> greedyTemplates() {
    return Stream.of(
        Arguments.of("MAX_RANGE", "{% for i in range(1000000000) %}{% endfor %}"),
        Arguments.of("MAX_CALL_DEPTH", "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}"),
        Arguments.of("MAX_CALL_DEPTH", "{% for i in [1] recursive %}{{ loop([1]) }}{% endfor %}"),
        Arguments.of(
            "MAX_CALL_DEPTH",
            "{% macro c() %}{{ caller() }}{% endmacro %}{% macro r() %}{% call c() %}{{ r() }}"
                + "{% endcall %}{% endmacro %}{{ r() }}"),
        Arguments.of(
            "MAX_STEPS",
            "{% for i in range(100000) %}{% for j in range(100000) %}{% endfor %}{% endfor %}"),
        Arguments.of(
            "MAX_STEPS",
            "{% set l = range(100000)|list %}{% for i in l %}{{ -1 in l }}{% endfor %}"),
        Arguments.of("MAX_TEXT_CHARS", doubling("'ab'", "ns.s ~ ns.s", "1")),
        Arguments.of("MAX_TEXT_CHARS", doubling("'ab'", "ns.s + ns.s", "1")),
        Arguments.of("MAX_CHARACTERS", doubling("[1]", "ns.s + ns.s", "1")),
        Arguments.of("MAX_VALUE_DEPTH", doubling("[1]", "[ns.s]", "ns.s")),
        Arguments.of("MAX_VALUE_DEPTH", doubling("[1]", "[ns.s]", "ns.s|tojson")),
        Arguments.of("MAX_TUPLE_KEY", doubling("(1,)", "(ns.s, ns.s)", "{ns.s: 1}")),
        Arguments.of("MAX_VALUE_DEPTH", "{% set ns = namespace() %}{% set ns.n = ns %}{{ ns }}"),
        Arguments.of("MAX_TEXT_CHARS", "{{ 'a' * 1000000000 }}"),
        Arguments.of("MAX_CHARACTERS", "{{ [1] * 1000000000 }}"),
        Arguments.of("MAX_TEXT_CHARS", "{{ 'a' | center(2000000000) }}"),
        Arguments.of("MAX_TEXT_CHARS", "{{ '%999999999d' % 1 }}"),
        Arguments.of("MAX_TEXT_CHARS", "{{ '{:999999999}'.format(1) }}"),
        Arguments.of("MAX_TEXT_CHARS", "{{ ('b' * 100000).join('a' * 100000) }}"),
        Arguments.of("MAX_TEXT_CHARS", "{{ ('a' * 100000) | replace('', 'b' * 100000) }}"),
        Arguments.of("MAX_TEXT_CHARS", "{{ ('a\n' * 100000) | indent(1000000) }}"),
        Arguments.of("MAX_CHARACTERS", "{{ ('a ' * 8000000).split() }}"),
        Arguments.of("MAX_CHARACTERS", "{{ ('a' * 8000000 ~ 'b') in ('a' * 16000000) }}"),
        Arguments.of("MAX_INTEGER_BITS", "{{ 10 ** 1000000000 }}"),
        Arguments.of("MAX_INTEGER_BITS", doubling("3", "ns.s * ns.s", "1")));
  }

  @ParameterizedTest
  @MethodSource("greedyTemplates")
  void render_templateThatWantsTooMuch_failsNamingTheLimit(String limit, String template) {
    assertThatThrownBy(() -> Fixtures.render(template))
        .isInstanceOfSatisfying(
            TemplateException.class,
            e -> assertThat(e.kind()).isEqualTo(TemplateException.Kind.RUNTIME))
        // A slow machine may reach the limit of time first.
        .hasMessageMatching("(?s).*(" + limit + "|MAX_SECONDS)=.*");
  }

  static Stream<Arguments> deepSources() {
    return Stream.of(
        Arguments.of("MAX_NESTING", "{{ " + "(".repeat(5000) + ")".repeat(5000) + " }}"),
        Arguments.of("MAX_NESTING", "{{ " + "[".repeat(5000) + "]".repeat(5000) + " }}"),
        Arguments.of("MAX_NESTING", "{{ " + "not ".repeat(5000) + "1 }}"),
        Arguments.of("MAX_NESTING", "{{ " + "-".repeat(5000) + "1 }}"),
        Arguments.of("MAX_NESTING", "{{ " + "1 if 0 else ".repeat(5000) + "1 }}"),
        Arguments.of("MAX_NESTING", "{% if 1 %}".repeat(2000)),
        Arguments.of("MAX_CHAIN", "{{ 1" + "+1".repeat(5000) + " }}"),
        Arguments.of("MAX_CHAIN", "{{ a" + ".a".repeat(5000) + " }}"),
        Arguments.of("MAX_CHAIN", "{{ a" + "|trim".repeat(5000) + " }}"),
        Arguments.of("MAX_INTEGER_BITS", "{{ " + "9".repeat(100_000) + " }}"),
        Arguments.of("expected at most", " ".repeat(TemplateLimits.MAX_SOURCE_CHARS + 1)));
  }

  @ParameterizedTest
  @MethodSource("deepSources")
  void parse_sourceThatIsTooDeepOrLong_failsNamingTheLimit(String limit, String source) {
    assertThatThrownBy(() -> Template.parse(source))
        .isInstanceOfSatisfying(
            TemplateException.class,
            e -> assertThat(e.kind()).isEqualTo(TemplateException.Kind.SYNTAX))
        .hasMessageContaining(limit);
  }

  @Test
  void render_atTheLimitsOfNesting_succeeds() {
    assertThat(Fixtures.render("{{ 1" + "+1".repeat(TemplateLimits.MAX_CHAIN - 1) + " }}"))
        .isEqualTo(String.valueOf(TemplateLimits.MAX_CHAIN));
    int calls = TemplateLimits.MAX_CALL_DEPTH - 1;
    assertThat(
            Fixtures.render(
                "{% macro f(n) %}{% if n %}{{ f(n - 1) }}{% else %}end{% endif %}{% endmacro %}{{ f("
                    + calls
                    + ") }}"))
        .isEqualTo("end");
  }

  @Test
  void render_threadWithATinyStack_noStackOverflowLeaves() throws InterruptedException {
    String deep =
        "{% macro f(n) %}{% for i in [n] %}{% if i %}{{ [(f(i - 1) | string) ~ ''] | first }}"
            + "{% endif %}{% endfor %}{% endmacro %}{{ f(120) }}";
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread thread =
        new Thread(
            null,
            () -> {
              try {
                Fixtures.render(deep);
              } catch (Throwable e) {
                failure.set(e);
              }
            },
            "tiny",
            180 * 1024);
    thread.start();
    thread.join();
    assertThat(Stream.ofNullable(failure.get()))
        .allSatisfy(e -> assertThat(e).isInstanceOf(TemplateException.class));
  }
}
