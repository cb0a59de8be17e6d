// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.math.BigInteger;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Python's {@code str} and {@code repr} of values. */
final class Printer {
  private final Budget budget;
  private final TextBuilder out;

  private Printer(Budget budget) {
    this.budget = budget;
    this.out = new TextBuilder(budget);
  }

  /** What printing a value writes. */
  static String str(Budget budget, Object value) {
    if (value instanceof String text) {
      return text;
    }
    if (value instanceof Markup markup) {
      return markup.text();
    }
    return value instanceof Undefined ? "" : repr(budget, value);
  }

  /** The form of a value inside a printed list. */
  static String repr(Budget budget, Object value) {
    if (value instanceof Long) {
      return value.toString();
    }
    Printer printer = new Printer(budget);
    printer.write(value, 0);
    return printer.out.toString();
  }

  private void write(Object value, int depth) {
    Budget.checkValueDepth(depth);
    if (value instanceof String text) {
      quote(text);
    } else if (value instanceof List || value instanceof Tuple) {
      writeItems(value, depth);
    } else if (value instanceof Map) {
      writeDict(Values.dict(value), depth);
    } else if (value instanceof Boolean flag) {
      out.append(flag ? "True" : "False");
    } else if (value == None.NONE) {
      out.append("None");
    } else if (value instanceof Double number) {
      out.append(FloatText.repr(number));
    } else if (value instanceof Long || value instanceof BigInteger) {
      out.append(value.toString());
    } else if (value instanceof Namespace namespace) {
      out.append("<Namespace ");
      writeDict(namespace.attributes(), depth);
      out.append(">");
    } else if (value instanceof DictView view) {
      out.append(view.typeName()).append('(');
      writeList('[', Values.list(budget, view), ']', depth);
      out.append(')');
    } else {
      writeOther(value, depth);
    }
  }

  private void writeOther(Object value, int depth) {
    if (value instanceof Undefined) {
      out.append("Undefined");
    } else if (value instanceof Markup markup) {
      out.append("Markup(");
      write(markup.text(), depth);
      out.append(')');
    } else if (value instanceof Range range) {
      String step = range.step() == 1 ? "" : ", " + range.step();
      out.append("range(" + range.start() + ", " + range.stop() + step + ")");
    } else if (value instanceof Macro macro) {
      out.append("<Macro " + macro.printedName() + ">");
    } else if (value instanceof LoopContext loop) {
      out.append("<LoopContext " + loop.index() + "/" + loop.length() + ">");
    } else {
      out.append("<" + Values.typeName(value) + " object>");
    }
  }

  private void writeItems(Object value, int depth) {
    List<Object> items = Values.items(value);
    if (value instanceof List) {
      writeList('[', items, ']', depth);
    } else if (items.size() == 1) {
      out.append('(');
      write(items.get(0), depth + 1);
      out.append(",)");
    } else {
      writeList('(', items, ')', depth);
    }
  }

  private void writeList(char open, List<Object> items, char close, int depth) {
    out.append(open);
    for (int i = 0; i < items.size(); i++) {
      if (i > 0) {
        out.append(", ");
      }
      write(items.get(i), depth + 1);
    }
    out.append(close);
  }

  private void writeDict(Map<Object, Object> dict, int depth) {
    out.append('{');
    Iterator<Map.Entry<Object, Object>> entries = dict.entrySet().iterator();
    while (entries.hasNext()) {
      Map.Entry<Object, Object> entry = entries.next();
      write(entry.getKey(), depth + 1);
      out.append(": ");
      write(entry.getValue(), depth + 1);
      if (entries.hasNext()) {
        out.append(", ");
      }
    }
    out.append('}');
  }

  private void quote(String text) {
    char quote = text.indexOf('\'') >= 0 && text.indexOf('"') < 0 ? '"' : '\'';
    out.append(quote);
    text.codePoints().forEach(c -> writeQuoted(c, quote));
    out.append(quote);
  }

  private void writeQuoted(int c, char quote) {
    switch (c) {
      case '\\' -> out.append("\\\\");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> {
        if (c == quote) {
          out.append('\\').append(quote);
        } else if (CodePoints.isPrintable(c)) {
          out.appendCodePoint(c);
        } else {
          out.append(escaped(c));
        }
      }
    }
  }

  /** The escape that Python writes for a character. */
  static String escaped(int c) {
    return String.format(c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x", c);
  }
}
