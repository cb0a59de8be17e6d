// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A parsed chat template. Immutable; any number of threads may render it at once.
 *
 * <pre>{@code
 * Template template = Template.parse("{% for m in messages %}{{ m.content }}{% endfor %}");
 * String prompt = template.render(Map.of("messages", messages), Clock.systemDefaultZone());
 * }</pre>
 */
public final class Template {
  private final String source;
  private final List<Statement> statements;
  private final Frames frames;
  private final ContentFormat contentFormat;

  private Template(String source, List<Statement> statements) {
    this.source = source;
    this.statements = statements;
    this.frames = ScopeAnalyzer.analyze(statements);
    this.contentFormat = ContentFormatDetector.detect(statements);
  }

  /**
   * Parses a template.
   *
   * @param source the text of the template
   * @throws TemplateException of kind SYNTAX if it is not valid, or exceeds {@link TemplateLimits}
   */
  public static Template parse(String source) {
    String normalized = Lexer.normalize(source);
    try {
      if (source.length() > TemplateLimits.MAX_SOURCE_CHARS) {
        throw new SyntaxError(
            "template too long: chars="
                + source.length()
                + ", expected at most "
                + TemplateLimits.MAX_SOURCE_CHARS,
            0);
      }
      List<Statement> statements = StatementParser.parse(Lexer.tokenize(normalized));
      FilterCheck.check(statements);
      return new Template(normalized, statements);
    } catch (SyntaxError e) {
      throw failure(TemplateException.Kind.SYNTAX, e.text(), normalized, e.offset(), null);
    } catch (StackOverflowError e) {
      throw failure(
          TemplateException.Kind.SYNTAX, "nested too deeply for this thread", normalized, 0, e);
    }
  }

  /**
   * Renders the template.
   *
   * @param variables what the template sees by name: null, Boolean, numbers, String, and
   *     collections and maps of those; copied, never changed
   * @param clock time and zone of {@code strftime_now}
   * @return the rendered text
   * @throws TemplateException of kind RAISED if the template refuses its input, of kind RUNTIME if
   *     it fails or exceeds {@link TemplateLimits}
   * @throws IllegalArgumentException if a variable holds an object of another class
   */
  public String render(Map<String, ? extends @Nullable Object> variables, Clock clock) {
    Map<String, Object> context = new LinkedHashMap<>(Globals.FUNCTIONS);
    variables.forEach((name, value) -> context.put(name, Conversion.toValue(value, name)));
    RenderState state = new RenderState(clock);
    Interpreter interpreter = new Interpreter(state, frames);
    try {
      return interpreter.render(statements, Scope.root(frames.root(), context));
    } catch (EvaluationError e) {
      TemplateException.Kind kind =
          e.isRaised() ? TemplateException.Kind.RAISED : TemplateException.Kind.RUNTIME;
      throw failure(kind, e.text(), source, state.offset(), null);
    } catch (StackOverflowError e) {
      throw failure(
          TemplateException.Kind.RUNTIME,
          "too deep recursion for this thread's stack",
          source,
          state.offset(),
          e);
    }
  }

  /**
   * The form in which the template wants the content of messages, found as vLLM finds it: a loop
   * over the content of a message that a loop over {@code messages} gave means {@link
   * ContentFormat#OPENAI}.
   */
  public ContentFormat contentFormat() {
    return contentFormat;
  }

  private static TemplateException failure(
      TemplateException.Kind kind,
      String message,
      String source,
      int offset,
      @Nullable Throwable cause) {
    String before = source.substring(0, Math.min(offset, source.length()));
    int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
    int column = before.length() - before.lastIndexOf('\n');
    return new TemplateException(kind, message, line, column, cause);
  }
}
