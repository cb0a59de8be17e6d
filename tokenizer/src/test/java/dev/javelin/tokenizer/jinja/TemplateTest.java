// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.javelin.engineapi.ChatTemplateException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TemplateTest {

  private static TemplateException failure(String template, Map<String, Object> variables) {
    return catchThrowableOfType(
        TemplateException.class, () -> Fixtures.render(template, variables));
  }

  @Test
  void parse_unknownTag_syntaxErrorWithPlace() {
    TemplateException e =
        catchThrowableOfType(
            TemplateException.class, () -> Template.parse("a\n  {% for x in y %}\n{% endif %}"));
    assertThat(e.kind()).isEqualTo(TemplateException.Kind.SYNTAX);
    assertThat(e.line()).isEqualTo(3);
    assertThat(e.column()).isEqualTo(4);
    assertThat(e)
        .hasMessage(
            "chat template is not valid: Encountered unknown tag 'endif'; the innermost open tag"
                + " is 'for' (line 3, column 4)");
  }

  @Test
  void parse_unknownFilter_syntaxErrorNamingIt() {
    assertThatThrownBy(() -> Template.parse("{{ x | frobnicate }}"))
        .isInstanceOf(ChatTemplateException.class)
        .hasMessageContaining("No filter named 'frobnicate'");
  }

  @Test
  void render_undefinedOperand_runtimeErrorWithPlace() {
    TemplateException e = failure("a\r\n{{ 1 +\r\n nothing }}", Map.of());
    assertThat(e.kind()).isEqualTo(TemplateException.Kind.RUNTIME);
    assertThat(e.line()).isEqualTo(2);
    assertThat(e.column()).isEqualTo(6);
    assertThat(e).hasMessage("chat template failed: 'nothing' is undefined (line 2, column 6)");
  }

  @Test
  void render_failureInMacro_placeInsideTheMacro() {
    TemplateException e =
        failure("{% macro m() %}\n{{ none + 1 }}{% endmacro %}\n\n{{ m() }}", Map.of());
    assertThat(e.line()).isEqualTo(2);
    assertThat(e.column()).isEqualTo(9);
  }

  @Test
  void render_raiseException_messageIsTheTemplatesOwn() {
    TemplateException e = failure("\n{{ raise_exception('No ' ~ role) }}", Map.of("role", "tool"));
    assertThat(e.kind()).isEqualTo(TemplateException.Kind.RAISED);
    assertThat(e).hasMessage("No tool");
    assertThat(e.line()).isEqualTo(2);
  }

  @Test
  void render_javaNumbers_becomePythonNumbers() {
    List<Object> numbers =
        List.of(
            1,
            (short) 2,
            (byte) 3,
            4L,
            BigInteger.TEN.pow(30),
            BigInteger.TWO,
            1.5f,
            2.0,
            new BigDecimal("0.25"));
    assertThat(Fixtures.render("{{ n }}", Map.of("n", numbers)))
        .isEqualTo("[1, 2, 3, 4, 1000000000000000000000000000000, 2, 1.5, 2.0, 0.25]");
  }

  @Test
  void render_null_isNone() {
    Map<String, Object> message = new java.util.LinkedHashMap<>();
    message.put("content", Collections.singletonList(null));
    assertThat(Fixtures.render("{{ m }}{{ m.content[0] is none }}", Map.of("m", message)))
        .isEqualTo("{'content': [None]}True");
  }

  @Test
  void render_objectOfAnotherClass_illegalArgument() {
    assertThatThrownBy(() -> Fixtures.render("", Map.of("when", List.of(new Date()))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("variable=when")
        .hasMessageContaining("type=java.util.Date");
  }

  @Test
  void render_cyclicVariable_illegalArgument() {
    List<Object> cycle = new ArrayList<>();
    cycle.add(cycle);
    assertThatThrownBy(() -> Fixtures.render("", Map.of("c", cycle)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nested too deeply");
  }

  @Test
  void render_variableWithNameOfAGlobal_hidesIt() {
    assertThat(Fixtures.render("{{ range }}", Map.of("range", "mine"))).isEqualTo("mine");
  }

  @Test
  void strftimeNow_clockInAnotherZone_localTimeWithEnglishNames() {
    Clock tokyo = Clock.fixed(Instant.parse("2024-12-31T23:30:00Z"), ZoneId.of("Asia/Tokyo"));
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      String date =
          Template.parse("{{ strftime_now('%A %d %B %Y, %H:%M') }}").render(Map.of(), tokyo);
      assertThat(date).isEqualTo("Wednesday 01 January 2025, 08:30");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void render_manyThreads_oneTemplateServesAll() throws Exception {
    Template template =
        Template.parse(
            "{% set ns = namespace(n=0) %}{% for i in range(n) %}{% set ns.n = ns.n + i %}"
                + "{% endfor %}{{ ns.n }}");
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<String>> renderings =
          IntStream.range(0, 200)
              .mapToObj(
                  n -> (Callable<String>) () -> template.render(Map.of("n", n), Fixtures.CLOCK))
              .toList();
      List<String> results = new ArrayList<>();
      for (var result : threads.invokeAll(renderings)) {
        results.add(result.get());
      }
      assertThat(results)
          .isEqualTo(
              IntStream.range(0, 200).mapToObj(n -> String.valueOf(n * (n - 1) / 2)).toList());
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void render_charactersBeyondTheBasicPlane_countAsOne() {
    assertThat(
            Fixtures.render(
                "{{ s|length }}{{ s[1] }}{{ s[::-1] }}{{ s.find('b') }}",
                Map.of("s", "\uD83D\uDE00a\uD83D\uDE01b")))
        .isEqualTo("4ab\uD83D\uDE01a\uD83D\uDE003");
  }

  @Test
  void fromJson_validText_becomesValues() {
    assertThat(Fixtures.render("{{ ('{\"a\": [1, 2.0, null]}' | from_json).a }}"))
        .isEqualTo("[1, 2.0, None]");
  }

  @Test
  void fromJson_brokenText_runtimeError() {
    assertThat(failure("{{ '{\"a\":' | fromjson }}", Map.of()).kind())
        .isEqualTo(TemplateException.Kind.RUNTIME);
  }

  @Test
  void render_includeInABranchNotTaken_isHarmless() {
    assertThat(Fixtures.render("{% if false %}{% include 'x' %}{% endif %}ok")).isEqualTo("ok");
  }

  @Test
  void contentFormat_loopOverContent_openai() {
    assertThat(
            Template.parse(
                    "{% set all = messages[1:] %}{% for m in all %}"
                        + "{% for part in m['content'] | list %}{% endfor %}{% endfor %}")
                .contentFormat())
        .isEqualTo(ContentFormat.OPENAI);
  }

  @Test
  void contentFormat_loopOverParameterCalledContent_openai() {
    assertThat(
            Template.parse("{% macro m(content) %}{% for p in content %}{% endfor %}{% endmacro %}")
                .contentFormat())
        .isEqualTo(ContentFormat.OPENAI);
  }

  @Test
  void contentFormat_noLoopOverContent_string() {
    assertThat(
            Template.parse(
                    "{% for m in messages %}{{ m.content }}{% for c in m.calls %}{% endfor %}{% endfor %}")
                .contentFormat())
        .isEqualTo(ContentFormat.STRING);
  }

  @Test
  void contentFormat_messagesUnpacked_string() {
    assertThat(
            Template.parse(
                    "{% set a, b = messages %}{% for m in messages %}{% for p in m.content %}"
                        + "{% endfor %}{% endfor %}")
                .contentFormat())
        .isEqualTo(ContentFormat.STRING);
  }
}
