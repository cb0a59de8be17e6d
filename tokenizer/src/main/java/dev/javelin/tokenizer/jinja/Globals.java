// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.Map;

/** The functions that every template can use. */
final class Globals {
  static final Map<String, Object> FUNCTIONS =
      Map.of(
          "range", function(Globals::range),
          "dict", new DictFunction(),
          "namespace", function(Globals::namespace),
          "cycler", function((state, arguments) -> new Cycler(arguments.positional())),
          "joiner", function(Globals::joiner),
          "raise_exception", function(Globals::raiseException),
          "strftime_now", function(Globals::strftimeNow));

  private Globals() {}

  private static TemplateCallable function(TemplateCallable function) {
    return function;
  }

  private static Object range(RenderState state, Arguments arguments) {
    BoundArguments bound = arguments.bind("range", 1, "start", "stop", "step");
    long start = bound.has(1) ? bound.integer(0, 0) : 0;
    long stop = bound.has(1) ? bound.integer(1, 0) : bound.integer(0, 0);
    long step = bound.integer(2, 1);
    if (step == 0) {
      throw EvaluationError.value("range() arg 3 must not be zero");
    }
    Range range = new Range(start, stop, step);
    if (range.length() > TemplateLimits.MAX_RANGE) {
      throw EvaluationError.limit("big range", "MAX_RANGE", TemplateLimits.MAX_RANGE);
    }
    return range;
  }

  private static Object namespace(RenderState state, Arguments arguments) {
    return new Namespace(DictFunction.build(state, arguments));
  }

  private static Object joiner(RenderState state, Arguments arguments) {
    return new Joiner(arguments.bind("joiner", 0, "sep").get(0, ", "));
  }

  private static Object raiseException(RenderState state, Arguments arguments) {
    BoundArguments bound = arguments.bind("raise_exception", 1, "message");
    throw EvaluationError.raised(state.str(bound.get(0)));
  }

  private static Object strftimeNow(RenderState state, Arguments arguments) {
    BoundArguments bound = arguments.bind("strftime_now", 1, "format");
    TextBuilder out = new TextBuilder(state.budget());
    Strftime.format(state.now(), bound.text(0), out);
    return out.toString();
  }
}
