// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Python's {@code str.format}; fields reach attributes by the rules of {@link Attributes}. */
final class BraceFormat {
  /** Specifications may hold fields themselves, but no deeper. */
  private static final int MAX_DEPTH = 2;

  private final RenderState state;
  private final Arguments arguments;
  private int nextIndex;

  private BraceFormat(RenderState state, Arguments arguments) {
    this.state = state;
    this.arguments = arguments;
  }

  static Object format(RenderState state, String self, Arguments arguments) {
    return new BraceFormat(state, arguments).expand(self, MAX_DEPTH);
  }

  static Object formatMap(RenderState state, String self, Arguments arguments) {
    Object fields = arguments.bind("format_map", 1, "mapping").get(0);
    if (!(fields instanceof Map<?, ?>)) {
      throw EvaluationError.type("format_map() argument must be a dict");
    }
    Map<String, Object> keywords = new LinkedHashMap<>();
    Values.dict(fields).forEach((name, value) -> keywords.put(state.str(name), value));
    return format(state, self, new Arguments(List.of(), keywords));
  }

  private String expand(String format, int depth) {
    if (depth == 0) {
      throw EvaluationError.value("Max string recursion exceeded");
    }
    TextBuilder out = new TextBuilder(state.budget());
    int pos = 0;
    while (pos < format.length()) {
      char c = format.charAt(pos);
      boolean doubled = pos + 1 < format.length() && format.charAt(pos + 1) == c;
      if (c != '{' && c != '}') {
        out.append(c);
        pos++;
      } else if (doubled) {
        out.append(c);
        pos += 2;
      } else if (c == '}') {
        throw EvaluationError.value("Single '}' encountered in format string");
      } else {
        int end = fieldEnd(format, pos + 1);
        out.append(field(format.substring(pos + 1, end), depth));
        pos = end + 1;
      }
    }
    return out.toString();
  }

  private static int fieldEnd(String format, int start) {
    int open = 1;
    for (int i = start; i < format.length(); i++) {
      char c = format.charAt(i);
      open += c == '{' ? 1 : c == '}' ? -1 : 0;
      if (open == 0) {
        return i;
      }
    }
    throw EvaluationError.value("expected '}' before end of string");
  }

  private String field(String field, int depth) {
    int nameEnd = nameEnd(field);
    String name = field.substring(0, nameEnd);
    String rest = field.substring(nameEnd);
    Object value = lookUp(name);
    if (rest.startsWith("!")) {
      if (rest.length() < 2 || (rest.length() > 2 && rest.charAt(2) != ':')) {
        throw EvaluationError.value("expected ':' after conversion specifier");
      }
      value = convert(value, rest.charAt(1));
      rest = rest.substring(2);
    }
    String spec = rest.isEmpty() ? "" : rest.substring(1);
    return FormatSpec.format(state, value, spec.isEmpty() ? "" : expand(spec, depth - 1));
  }

  private static int nameEnd(String field) {
    boolean inBrackets = false;
    for (int i = 0; i < field.length(); i++) {
      char c = field.charAt(i);
      if (!inBrackets && (c == '!' || c == ':')) {
        return i;
      }
      inBrackets = c == '[' || (inBrackets && c != ']');
    }
    return field.length();
  }

  private Object convert(Object value, char conversion) {
    return switch (conversion) {
      case 's' -> state.str(value);
      case 'r', 'a' -> Printer.repr(state.budget(), value);
      default -> throw EvaluationError.value("Unknown conversion specifier '" + conversion + "'");
    };
  }

  private Object lookUp(String path) {
    int pos = 0;
    while (pos < path.length() && path.charAt(pos) != '.' && path.charAt(pos) != '[') {
      pos++;
    }
    Object value = argument(path.substring(0, pos));
    while (pos < path.length()) {
      boolean attribute = path.charAt(pos) == '.';
      int end = pos + 1;
      while (end < path.length() && !endsPart(path.charAt(end), attribute)) {
        end++;
      }
      String part = path.substring(pos + 1, end);
      if (part.isEmpty() || (!attribute && end == path.length())) {
        throw EvaluationError.value("malformed field name in format string: '" + path + "'");
      }
      value =
          attribute
              ? Attributes.getAttribute(state, value, part)
              : Attributes.getItem(
                  state, value, isIndex(part) ? (Object) Long.valueOf(part) : part);
      pos = attribute ? end : end + 1;
    }
    return value;
  }

  private static boolean endsPart(char c, boolean attribute) {
    return attribute ? c == '.' || c == '[' : c == ']';
  }

  private static boolean isIndex(String part) {
    return !part.isEmpty()
        && part.length() < 10
        && part.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private Object argument(String name) {
    if (!name.isEmpty() && !isIndex(name)) {
      Object value = arguments.keywords().get(name);
      if (value == null) {
        throw new EvaluationError("KeyError: '" + name + "'");
      }
      return value;
    }
    int index = name.isEmpty() ? nextIndex++ : Integer.parseInt(name);
    if (index >= arguments.positional().size()) {
      throw new EvaluationError(
          "IndexError: Replacement index " + index + " out of range for positional args tuple");
    }
    return arguments.positional().get(index);
  }
}
