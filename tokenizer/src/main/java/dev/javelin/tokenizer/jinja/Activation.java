// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

/**
 * Where statements run.
 *
 * @param scope the frame
 * @param out what they write to
 */
record Activation(Scope scope, TextBuilder out) {
  Activation with(Scope inner) {
    return new Activation(inner, out);
  }
}
