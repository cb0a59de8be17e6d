// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

/** Python's {@code None}, so that no value of a template is a Java null. */
enum None {
  NONE
}
