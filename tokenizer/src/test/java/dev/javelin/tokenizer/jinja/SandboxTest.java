// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SandboxTest {

  private static Map<String, Object> variables() {
    Map<String, Object> message = new HashMap<>(Map.of("role", "user", "content", "hi"));
    return Map.of("messages", new ArrayList<>(List.of(message)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "messages.append(1)",
        "messages.clear()",
        "messages.pop()",
        "messages.sort()",
        "messages.reverse()",
        "messages.insert(0, 1)",
        "messages.remove(1)",
        "messages.extend([1])",
        "messages[0].update({'a': 1})",
        "messages[0].pop('role')",
        "messages[0].clear()",
        "messages[0].setdefault('a', 1)",
        "messages[0]['popitem']()",
        "(messages|attr('append'))(1)",
        "[[messages]]|map(attribute='0.append')|first(1)"
      })
  void render_methodThatChanges_failsAndLeavesTheCallersDataAlone(String expression) {
    Map<String, Object> variables = variables();
    assertThatThrownBy(() -> Fixtures.render("{{ " + expression + " }}", variables))
        .isInstanceOf(TemplateException.class);
    assertThat(variables).isEqualTo(variables());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "''.class",
        "''.getClass",
        "''.__class__",
        "messages.getClass",
        "messages.class",
        "messages['class']",
        "messages|attr('getClass')",
        "messages|attr('__class__')",
        "messages[0].getClass",
        "(1).TYPE",
        "true.getClass",
        "none.getClass",
        "range.getClass",
        "range.__globals__",
        "namespace.__init__",
        "cycler('a').__class__",
        "dict.__mro__",
        "''.upper.__self__",
        "''.upper.self",
        "loop",
        "'{0.class}'.format('')",
        "'{0.__class__}'.format(messages)",
        "'{m[0].getClass}'.format(m=messages)",
        "[messages]|map(attribute='class')|first"
      })
  void render_wayOutOfTheSandbox_leadsNowhere(String expression) {
    assertThat(Fixtures.render("{{ " + expression + " }}", variables())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "''.__class__.__mro__",
        "''.getClass()",
        "messages.getClass().forName('java.lang.Runtime')",
        "lipsum.__globals__",
        "cycler.__init__.__globals__",
        "self.__init__.x",
        "java.lang.Runtime",
        "namespace(__class__=1)",
        "namespace(_x=1)"
      })
  void render_useOfWhatIsNotThere_fails(String expression) {
    assertThatThrownBy(() -> Fixtures.render("{{ " + expression + " }}", variables()))
        .isInstanceOf(TemplateException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{% include '/etc/passwd' %}", "{% import '/etc/passwd' as p %}",
        "{% from '/etc/passwd' import p %}", "{% extends '/etc/passwd' %}"
      })
  void render_tagThatLoadsFiles_failsNamingTheTag(String template) {
    assertThatThrownBy(() -> Fixtures.render(template))
        .isInstanceOf(TemplateException.class)
        .hasMessageContaining("unsupported");
  }

  @Test
  void render_callersMap_isReadBeforeTheTemplateRuns() {
    Map<String, Object> variables = new HashMap<>(Map.of("a", List.of(1)));
    Template template = Template.parse("{% set a = a + [2] %}{{ a }}");
    assertThat(template.render(variables, Fixtures.CLOCK)).isEqualTo("[1, 2]");
    assertThat(variables).isEqualTo(Map.of("a", List.of(1)));
  }
}
