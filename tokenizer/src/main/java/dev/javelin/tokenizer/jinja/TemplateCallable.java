// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

/** A value that a template can call. */
interface TemplateCallable {
  Object call(RenderState state, Arguments arguments);

  /** The type's name, as error messages and printed forms show it. */
  default String typeName() {
    return "function";
  }
}
