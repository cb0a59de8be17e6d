// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

/** How a statement ended. */
enum Flow {
  NEXT,
  BREAK,
  CONTINUE
}
