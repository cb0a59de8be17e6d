// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

/** What {@code joiner(sep)} makes: nothing on the first call, the separator on all others. */
final class Joiner implements TemplateCallable {
  private final Object separator;
  private boolean used;

  Joiner(Object separator) {
    this.separator = separator;
  }

  @Override
  public Object call(RenderState state, Arguments arguments) {
    Object result = used ? separator : "";
    used = true;
    return result;
  }
}
