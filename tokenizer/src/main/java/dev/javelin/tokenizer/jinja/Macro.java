// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A macro, or the body of a call block, together with the frame it was defined in. */
final class Macro implements TemplateCallable {
  /** Renders a body in a frame whose parameters have been assigned. */
  interface Body {
    Object render(Scope scope);
  }

  private final Optional<String> name;
  private final Callee callee;
  private final Map<String, Symbols.Initial> names;
  private final Scope definition;
  private final ExpressionEvaluator expressions;
  private final Body body;

  /**
   * @param name empty for a call block
   * @param names names of the body's frame
   * @param definition the frame around the macro
   */
  Macro(
      Optional<String> name,
      Callee callee,
      Map<String, Symbols.Initial> names,
      Scope definition,
      ExpressionEvaluator expressions,
      Body body) {
    this.name = name;
    this.callee = callee;
    this.names = names;
    this.definition = definition;
    this.expressions = expressions;
    this.body = body;
  }

  String printedName() {
    return name.map(n -> "'" + n + "'").orElse("anonymous");
  }

  @Override
  public String typeName() {
    return "Macro";
  }

  @Override
  public Object call(RenderState state, Arguments arguments) {
    state.budget().enterCall();
    Scope scope = definition.inner(names);
    Map<String, Object> keywords = new LinkedHashMap<>(arguments.keywords());
    List<Object> positional = arguments.positional();
    assignParameters(scope, positional, keywords);
    assignExtras(scope, positional, keywords);
    Object result = body.render(scope);
    state.budget().leaveCall();
    return result;
  }

  private void assignParameters(
      Scope scope, List<Object> positional, Map<String, Object> keywords) {
    List<String> parameters = callee.parameters();
    List<Integer> absent = new ArrayList<>();
    for (int i = 0; i < parameters.size(); i++) {
      String parameter = parameters.get(i);
      if (i < positional.size()) {
        scope.set(parameter, positional.get(i));
      } else if (keywords.containsKey(parameter)) {
        scope.set(parameter, keywords.get(parameter));
        keywords.remove(parameter);
      } else {
        absent.add(i);
      }
    }
    int firstDefault = parameters.size() - callee.defaults().size();
    for (int i : absent) {
      String parameter = parameters.get(i);
      Object value =
          i < firstDefault
              ? Undefined.because("parameter '" + parameter + "' was not provided")
              : expressions.evaluate(callee.defaults().get(i - firstDefault), scope);
      scope.set(parameter, value);
    }
  }

  private void assignExtras(Scope scope, List<Object> positional, Map<String, Object> keywords) {
    if (callee.extras().contains(Callee.CALLER)) {
      Object caller = keywords.remove(Callee.CALLER);
      scope.set(Callee.CALLER, caller == null ? Undefined.because("No caller defined") : caller);
    }
    if (callee.extras().contains(Callee.KEYWORDS)) {
      scope.set(Callee.KEYWORDS, new LinkedHashMap<Object, Object>(keywords));
    } else if (!keywords.isEmpty()) {
      throw EvaluationError.type(
          "macro "
              + printedName()
              + " takes no keyword argument '"
              + keywords.keySet().iterator().next()
              + "'");
    }
    int count = callee.parameters().size();
    int used = Math.min(count, positional.size());
    if (callee.extras().contains(Callee.REST)) {
      scope.set(Callee.REST, Tuple.of(positional.subList(used, positional.size())));
    } else if (positional.size() > count) {
      throw EvaluationError.type(
          "macro " + printedName() + " takes not more than " + count + " argument(s)");
    }
  }

  Object attribute(String attribute) {
    return switch (attribute) {
      case "name" -> name.map(n -> (Object) n).orElse(None.NONE);
      case "arguments" -> Tuple.of(List.copyOf(callee.parameters()));
      case "catch_kwargs" -> callee.extras().contains(Callee.KEYWORDS);
      case "catch_varargs" -> callee.extras().contains(Callee.REST);
      case "caller" -> callee.extras().contains(Callee.CALLER);
      default -> Missing.MISSING;
    };
  }
}
