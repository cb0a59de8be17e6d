// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the shell itself needs to know of a tokenizer.json; the native library reads the rest.
 *
 * @param source the file's name, for messages
 * @param ids every token's id, added tokens included
 * @param addedTokens contents of added tokens by id
 * @param specialIds ids of added tokens that decoding can skip
 * @param vocabSize the highest id plus one
 * @param maxTokenLength length of the longest token in UTF-16 units
 * @param normalizesAddedTokens whether an added token may have another, normalized form
 * @param sections the file's top-level members in order, to name the place of a native fault
 */
record TokenizerDefinition(
    String source,
    Map<String, Integer> ids,
    Map<Integer, String> addedTokens,
    Set<Integer> specialIds,
    int vocabSize,
    int maxTokenLength,
    boolean normalizesAddedTokens,
    List<Section> sections) {
  /**
   * A top-level member of the file.
   *
   * @param key its name
   * @param types the component types named inside, in order
   * @param line where its name stands, from 1
   * @param column where its name stands in that line, from 1, in bytes
   */
  record Section(String key, List<String> types, int line, int column) {}
}
