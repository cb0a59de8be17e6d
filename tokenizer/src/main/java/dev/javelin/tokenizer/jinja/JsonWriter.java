// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Writes values as Python's {@code json.dumps} does. */
final class JsonWriter {
  private final TextBuilder out;
  private final JsonStyle style;
  private final RenderState state;

  private JsonWriter(RenderState state, JsonStyle style) {
    this.state = state;
    this.style = style;
    this.out = new TextBuilder(state.budget());
  }

  /**
   * The JSON text of a value.
   *
   * @throws EvaluationError for values that JSON does not have, undefined ones among them
   */
  static String write(RenderState state, Object value, JsonStyle style) {
    JsonWriter writer = new JsonWriter(state, style);
    writer.write(value, 0);
    return writer.out.toString();
  }

  private void write(Object value, int depth) {
    Budget.checkValueDepth(depth);
    state.budget().step();
    if (Values.isText(value)) {
      writeText(Values.text(value));
    } else if (value instanceof Map<?, ?>) {
      writeDict(Values.dict(value), depth);
    } else if (value instanceof List<?> || value instanceof Tuple) {
      writeItems(Values.items(value), depth);
    } else {
      out.append(scalar(value));
    }
  }

  private static String scalar(Object value) {
    if (value instanceof Boolean || value instanceof Long || value instanceof BigInteger) {
      return value.toString();
    }
    if (value == None.NONE) {
      return "null";
    }
    if (value instanceof Double number) {
      return number.isNaN()
          ? "NaN"
          : number.isInfinite() ? (number > 0 ? "Infinity" : "-Infinity") : FloatText.repr(number);
    }
    throw EvaluationError.type(
        "Object of type " + Values.typeName(value) + " is not JSON serializable");
  }

  private void writeItems(List<Object> items, int depth) {
    if (items.isEmpty()) {
      out.append("[]");
      return;
    }
    out.append('[');
    for (int i = 0; i < items.size(); i++) {
      out.append(i == 0 ? "" : style.itemSeparator());
      newLine(depth + 1);
      write(items.get(i), depth + 1);
    }
    newLine(depth);
    out.append(']');
  }

  private void writeDict(Map<Object, Object> dict, int depth) {
    if (dict.isEmpty()) {
      out.append("{}");
      return;
    }
    List<Object> keys = new ArrayList<>(dict.keySet());
    if (style.sortKeys()) {
      keys = OrderFilters.sorted(state, keys, (s, key) -> key, false, new ArrayList<>());
    }
    out.append('{');
    boolean first = true;
    for (Object key : keys) {
      out.append(first ? "" : style.itemSeparator());
      first = false;
      newLine(depth + 1);
      writeText(key(key));
      out.append(style.keySeparator());
      write(Dicts.get(dict, key).orElseThrow(), depth + 1);
    }
    newLine(depth);
    out.append('}');
  }

  private static String key(Object key) {
    if (key instanceof String text) {
      return text;
    }
    if (Numbers.isNumber(key) || key == None.NONE) {
      return scalar(key);
    }
    throw EvaluationError.type(
        "keys must be str, int, float, bool or None, not " + Values.typeName(key));
  }

  private void newLine(int depth) {
    if (style.indent().isPresent()) {
      out.append('\n');
      for (int i = 0; i < depth; i++) {
        out.append(style.indent().get());
      }
    }
  }

  private void writeText(String text) {
    out.append('"');
    int plain = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean escaped = c < ' ' || c == '"' || c == '\\' || (style.asciiOnly() && c > '~');
      if (escaped) {
        out.append(text.substring(plain, i)).append(escape(c));
        plain = i + 1;
      }
    }
    out.append(text.substring(plain)).append('"');
  }

  private String escape(char c) {
    return switch (c) {
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      case '\f' -> "\\f";
      case '\b' -> "\\b";
      case '\u007f' -> "\u007f";
      default -> String.format("\\u%04x", (int) c);
    };
  }
}
