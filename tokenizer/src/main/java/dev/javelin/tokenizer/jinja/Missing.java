// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

/** Marks a variable or argument that has no value; never visible to a template. */
enum Missing {
  MISSING
}
