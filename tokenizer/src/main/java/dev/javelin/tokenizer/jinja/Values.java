// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.PrimitiveIterator;
import java.util.stream.IntStream;

/** What all values have in common: type name, truth, length and elements. */
final class Values {
  private Values() {}

  /** The name of the value's type in Python. */
  static String typeName(Object value) {
    if (value instanceof String) {
      return "str";
    }
    if (value instanceof Map) {
      return "dict";
    }
    if (value instanceof List) {
      return "list";
    }
    if (value == None.NONE) {
      return "NoneType";
    }
    if (value instanceof Boolean) {
      return "bool";
    }
    if (value instanceof Long || value instanceof BigInteger) {
      return "int";
    }
    if (value instanceof Double) {
      return "float";
    }
    if (value instanceof Generator) {
      return "generator";
    }
    if (value instanceof DictView view) {
      return view.typeName();
    }
    if (value instanceof Tuple || value instanceof Range) {
      return value instanceof Tuple ? "tuple" : "range";
    }
    return value instanceof TemplateCallable callable
        ? callable.typeName()
        : value.getClass().getSimpleName();
  }

  static boolean isTrue(Object value) {
    if (value instanceof Boolean flag) {
      return flag;
    }
    if (value == None.NONE || value instanceof Undefined) {
      return false;
    }
    if (Numbers.isNumber(value)) {
      return !Numbers.isZero(value);
    }
    OptionalInt length = size(value);
    return length.isEmpty() || length.getAsInt() > 0;
  }

  /** The number of elements, or empty for values that have no length. */
  static OptionalInt size(Object value) {
    if (value instanceof String text) {
      return OptionalInt.of(CodePoints.length(text));
    }
    if (value instanceof Markup markup) {
      return OptionalInt.of(CodePoints.length(markup.text()));
    }
    if (value instanceof List<?> list) {
      return OptionalInt.of(list.size());
    }
    if (value instanceof Map<?, ?> map) {
      return OptionalInt.of(map.size());
    }
    if (value instanceof Tuple tuple) {
      return OptionalInt.of(tuple.items().size());
    }
    if (value instanceof Range range) {
      return OptionalInt.of(range.length());
    }
    if (value instanceof DictView view) {
      return OptionalInt.of(view.dict().size());
    }
    if (value instanceof LoopContext loop) {
      return OptionalInt.of(loop.length());
    }
    return value instanceof Undefined ? OptionalInt.of(0) : OptionalInt.empty();
  }

  static int length(Object value) {
    return size(value)
        .orElseThrow(
            () -> EvaluationError.type("object of type '" + typeName(value) + "' has no len()"));
  }

  static boolean isIterable(Object value) {
    return value instanceof Generator
        || (size(value).isPresent() && !(value instanceof LoopContext));
  }

  /** The elements: characters of a string, keys of a mapping. */
  static Iterator<Object> iterator(Object value) {
    if (value instanceof List<?> || value instanceof Tuple) {
      return items(value).iterator();
    }
    if (value instanceof Map<?, ?>) {
      return dict(value).keySet().iterator();
    }
    if (value instanceof String || value instanceof Markup) {
      return characters(text(value));
    }
    if (value instanceof Generator generator) {
      return generator;
    }
    if (value instanceof DictView view) {
      return view.iterator();
    }
    if (value instanceof Range range) {
      return IntStream.range(0, range.length()).mapToObj(i -> (Object) range.get(i)).iterator();
    }
    if (value instanceof Undefined) {
      return List.<Object>of().iterator();
    }
    throw EvaluationError.type("'" + typeName(value) + "' object is not iterable");
  }

  private static Iterator<Object> characters(String text) {
    PrimitiveIterator.OfInt points = text.codePoints().iterator();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return points.hasNext();
      }

      @Override
      public Object next() {
        return CodePoints.toString(points.nextInt());
      }
    };
  }

  /** The elements as a list that the caller owns. */
  static List<Object> list(Budget budget, Object value) {
    List<Object> result = new ArrayList<>();
    boolean copied = value instanceof List || value instanceof Tuple || value instanceof Map;
    Iterator<Object> elements = iterator(value);
    while (elements.hasNext()) {
      if (copied) {
        budget.references(1);
      } else {
        budget.elements(1);
      }
      result.add(elements.next());
    }
    return result;
  }

  /** The elements of a list or tuple, not copied. */
  @SuppressWarnings("unchecked") // Lists inside a template hold values only.
  static List<Object> items(Object value) {
    return value instanceof Tuple tuple ? tuple.items() : (List<Object>) value;
  }

  @SuppressWarnings("unchecked") // Maps inside a template hold values only.
  static Map<Object, Object> dict(Object value) {
    return (Map<Object, Object>) value;
  }

  static boolean isText(Object value) {
    return value instanceof String || value instanceof Markup;
  }

  /** The text of a string, marked or not. */
  static String text(Object value) {
    return value instanceof Markup markup ? markup.text() : (String) value;
  }
}
