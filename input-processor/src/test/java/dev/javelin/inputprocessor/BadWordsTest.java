// SPDX-License-Identifier: Apache-2.0
package dev.javelin.inputprocessor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.Tokenizer;
import dev.javelin.tokenizer.Tokenizers;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Words to token sequences. */
class BadWordsTest {
  private final Tokenizer tokenizer = Tokenizers.create(Models.vocabulary("tiny_tokenizer.json"));

  @AfterEach
  void close() {
    tokenizer.close();
  }

  private List<TokenIds> of(String... words) {
    return BadWords.toTokenIds(tokenizer, List.of(words));
  }

  @Test
  void toTokenIds_spacedFormOfTheSameLength_isBannedToo() {
    TokenIds bare = tokenizer.encode("ar", false);
    TokenIds spaced = tokenizer.encode(" t", false);

    assertThat(of("t")).containsExactly(tokenizer.encode("t", false), spaced);
    assertThat(tokenizer.encode(" ar", false)).hasSizeGreaterThan(bare.size());
    assertThat(of("ar")).containsExactly(bare);
  }

  @Test
  void toTokenIds_severalWords_keepTheirOrder() {
    assertThat(of("ar", "t")).startsWith(tokenizer.encode("ar", false));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", " \t", "\u00A0\u2003\u0085\u3000"})
  void toTokenIds_whiteSpaceOnly_bansNothing(String word) {
    assertThat(of(word)).isEmpty();
  }

  @Test
  void toTokenIds_leadingWhiteSpace_isStripped() {
    assertThat(of("\u00A0\n t")).isEqualTo(of("t"));
  }
}
