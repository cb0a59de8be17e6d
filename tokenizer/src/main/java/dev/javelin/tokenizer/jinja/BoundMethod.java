// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

/**
 * A method taken from a value.
 *
 * @param self the value
 * @param method what the method does
 */
record BoundMethod<T>(T self, Method<T> method) implements TemplateCallable {
  /** A method of values of one type. */
  interface Method<T> {
    Object call(RenderState state, T self, Arguments arguments);
  }

  @Override
  public Object call(RenderState state, Arguments arguments) {
    return method.call(state, self, arguments);
  }

  @Override
  public String typeName() {
    return "builtin_function_or_method";
  }
}
