// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import dev.javelin.engineapi.ModelLoadException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of a GGUF file.
 *
 * @param tokens contents by id
 * @param ids ids by content
 * @param types what each token is, by id
 */
record GgufVocabulary(List<String> tokens, Map<String, Integer> ids, List<Type> types) {
  private static final String TOKENS = "tokenizer.ggml.tokens";
  private static final String TYPES = "tokenizer.ggml.token_type";

  /** Kinds of tokens in the order of their numbers in the file. */
  enum Type {
    UNDEFINED,
    NORMAL,
    /** Stands for what the vocabulary cannot express. */
    UNKNOWN,
    /** Steers the model, for example the end of a turn. */
    CONTROL,
    /** Text that is always one token, whatever the merges say. */
    USER_DEFINED,
    UNUSED,
    /** One byte, written {@code <0x41>}. */
    BYTE
  }

  /**
   * @throws ModelLoadException if there are no tokens, two are equal, or the types do not fit
   */
  static GgufVocabulary read(GgufMetadata metadata) {
    List<String> stored = metadata.strings(TOKENS);
    if (stored == null || stored.isEmpty()) {
      throw new ModelLoadException(
          "vocabulary is missing: file=" + metadata.source() + ", key=" + TOKENS);
    }
    List<String> tokens = new ArrayList<>(stored.size());
    Map<String, Integer> ids = new HashMap<>(stored.size() * 2);
    for (String token : stored) {
      int id = tokens.size();
      String named = token.isEmpty() ? "[EMPTY_" + id + "]" : token;
      Integer other = ids.putIfAbsent(named, id);
      if (other != null) {
        throw metadata.damaged(
            TOKENS + "[" + id + "]", "a token that is not also at " + other, named);
      }
      tokens.add(named);
    }
    return new GgufVocabulary(tokens, ids, types(metadata, tokens.size()));
  }

  private static List<Type> types(GgufMetadata metadata, int size) {
    int @Nullable [] numbers = metadata.ints(TYPES);
    if (numbers == null) {
      return Collections.nCopies(size, Type.NORMAL);
    }
    if (numbers.length != size) {
      throw metadata.damaged(
          TYPES + ".length", "one type for each of " + size + " tokens", numbers.length);
    }
    Type[] known = Type.values();
    List<Type> types = new ArrayList<>(size);
    for (int number : numbers) {
      if (number < 0 || number >= known.length) {
        throw metadata.damaged(
            TYPES + "[" + types.size() + "]", "a type in [0, " + known.length + ")", number);
      }
      types.add(known[number]);
    }
    return types;
  }

  int size() {
    return tokens.size();
  }
}
