// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

/**
 * An entry of {@code added_tokens}: text that is cut out of the input before anything else sees it.
 *
 * @param id the id that the file gives
 * @param content the exact text
 * @param special whether decoding can skip it
 * @param normalized whether it is looked for in normalized text, in its own normalized form
 */
record AddedToken(int id, String content, boolean special, boolean normalized) {}
