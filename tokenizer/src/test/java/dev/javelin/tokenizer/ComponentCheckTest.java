// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.ModelLoadException;
import dev.javelin.engineapi.Tokenizer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that would end the process if the native library got them. */
class ComponentCheckTest {
  private static String file(String section, String component) {
    return """
        {"version": "1.0", "%s": %s,
         "model": {"type": "BPE", "vocab": {"a": 0, "b": 1, "<s>": 2}, "merges": []}}
        """
        .formatted(section, component);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '`',
      value = {
        "normalizer     # prepend        # {'type':'Prepend','prepend':''}",
        "normalizer     # pattern        # {'type':'Replace','pattern':{'String':''},'content':'x'}",
        "normalizer     # pattern        # {'type':'Replace','pattern':{'Regex':'a*'},'content':'x'}",
        "normalizer     # pattern        # {'type':'Sequence','normalizers':[{'type':'Replace','pattern':{'Regex':'$'},'content':'x'}]}",
        "normalizer     # precompiled_charsmap # {'type':'Precompiled','precompiled_charsmap':'AAAA'}",
        "pre_tokenizer  # length         # {'type':'FixedLength','length':0}",
        "decoder        # stop           # {'type':'Strip','content':' ','start':0,'stop':1}",
        "post_processor # special_tokens # {'type':'TemplateProcessing','single':'<s> $A','pair':'$A $B','special_tokens':{}}",
        "post_processor # special_tokens # {'type':'TemplateProcessing','single':[{'SpecialToken':{'id':'x','type_id':0}},{'Sequence':{'id':'A','type_id':0}}],'pair':[],'special_tokens':{}}",
        "post_processor # single         # {'type':'TemplateProcessing','single':'$B','pair':'$A $B','special_tokens':{}}",
        "post_processor # type           # {'type':'Sequence','processors':[{'type':'TemplateProcessing','single':'$A','pair':'$A $B','special_tokens':{}},{'type':'TemplateProcessing','single':'$A','pair':'$A $B','special_tokens':{}}]}"
      })
  void create_componentThatPanicsLater_isRefusedByName(
      String section, String member, String component) {
    String json = file(section, component.replace('\'', '"'));

    assertThatThrownBy(() -> Tokenizers.create(Json.vocabulary("panic.json", json)))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("panic.json")
        .hasMessageContaining("key=" + section)
        .hasMessageContaining("member=" + member);
  }

  @Test
  void create_mergeWithoutTheSubwordPrefix_isRefused() {
    String json =
        """
        {"version": "1.0",
         "model": {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2},
                   "merges": ["a b"], "continuing_subword_prefix": "##"}}
        """;

    assertThatThrownBy(() -> Tokenizers.create(Json.vocabulary("prefix.json", json)))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("merges[0]");
  }

  @Test
  void create_addedTokenThatTheNormalizerRemoves_isRefused() {
    String json =
        """
        {"version": "1.0",
         "added_tokens": [{"id": 1, "content": "\\u0301", "single_word": false, "lstrip": true,
                           "rstrip": false, "normalized": true, "special": false}],
         "normalizer": {"type": "StripAccents"},
         "model": {"type": "BPE", "vocab": {"a": 0}, "merges": []}}
        """;

    assertThatThrownBy(() -> Tokenizers.create(Json.vocabulary("accent.json", json)))
        .isInstanceOf(ModelLoadException.class)
        .hasMessageContaining("added_tokens");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a*",
        "a?",
        "a|",
        "|a",
        "(a|b*)",
        "^",
        "$",
        "\\b",
        "(?=a)",
        "(?<!a)",
        "(?:)",
        "a{0,3}",
        "a{,2}",
        "(?#note)",
        "\\G",
        "(a)?",
        "(?<n>a*)",
        "\\1",
        "a+?*",
        "a{2}?",
        "a*?",
        "[a",
        "a)",
        "\\"
      })
  void emptyMatch_expressionThatCanMatchNothing_isPossible(String regex) {
    assertThat(EmptyMatch.isPossible(regex)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        " {2,}",
        "\\s+",
        "[^\\s]",
        "(?:a|b)+",
        "^a",
        "a$",
        "(?=a)a",
        "(?i:x)",
        "(?<n>a)",
        "\\p{L}+",
        "\\x{41}",
        "[]a]",
        "[[:alpha:]]",
        "a{2}",
        "x{",
        "``",
        "\\.",
        "(a)(b)?",
        ".",
        "a++",
        "a+?"
      })
  void emptyMatch_expressionThatNeedsACharacter_isImpossible(String regex) {
    assertThat(EmptyMatch.isPossible(regex)).isFalse();
  }

  /** A double array of 512 units that replaces A by B. */
  private static int[] units() {
    int[] units = new int[512];
    units[0] = 256 << 10;
    units[256 ^ 'A'] = 'A' | (1 << 8) | (((256 ^ 'A') ^ 400) << 10);
    units[400] = Integer.MIN_VALUE;
    return units;
  }

  private static String map(int[] units, String replacements) {
    byte[] text = replacements.getBytes(StandardCharsets.UTF_8);
    ByteBuffer bytes =
        ByteBuffer.allocate(4 + 4 * units.length + text.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(4 * units.length);
    for (int unit : units) {
      bytes.putInt(unit);
    }
    bytes.put(text);
    return Base64.getEncoder().encodeToString(bytes.array());
  }

  @Test
  void create_validCharsMap_isApplied() {
    String component =
        "{\"type\": \"Precompiled\", \"precompiled_charsmap\": \"" + map(units(), "b\0") + "\"}";

    try (Tokenizer tokenizer =
        Tokenizers.create(Json.vocabulary("map.json", file("normalizer", component)))) {
      assertThat(tokenizer.encode("aAa", false)).containsExactly(0, 1, 0);
    }
  }

  @Test
  void precompiledCharsMap_walkThatLeavesTheTable_isInvalid() {
    int[] rootOutside = units();
    rootOutside[0] = 600 << 10;
    int[] childOutside = units();
    childOutside[256 ^ 'A'] = 'A' | (700 << 10);
    int[] replacementOutside = units();
    replacementOutside[400] = Integer.MIN_VALUE | 9;

    assertThat(PrecompiledCharsMap.isValid(map(units(), "b\0"))).isTrue();
    assertThat(PrecompiledCharsMap.isValid(map(rootOutside, "b\0"))).isFalse();
    assertThat(PrecompiledCharsMap.isValid(map(childOutside, "b\0"))).isFalse();
    assertThat(PrecompiledCharsMap.isValid(map(replacementOutside, "b\0"))).isFalse();
  }

  @Test
  void precompiledCharsMap_sizesThatDoNotFit_areInvalid() {
    ByteBuffer lying = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
    lying.putInt(Integer.MAX_VALUE - 3);

    assertThat(PrecompiledCharsMap.isValid(Base64.getEncoder().encodeToString(lying.array())))
        .isFalse();
    assertThat(PrecompiledCharsMap.isValid("")).isFalse();
    assertThat(PrecompiledCharsMap.isValid("not base64!")).isFalse();
    assertThat(PrecompiledCharsMap.isValid(map(new int[0], "b\0"))).isFalse();
  }
}
