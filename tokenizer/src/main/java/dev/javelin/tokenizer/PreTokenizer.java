// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import dev.javelin.engineapi.UnsupportedModelException;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * How byte-level BPE cuts text into words before it merges, by the name that GGUF files use.
 *
 * <p>The names are llama.cpp's ({@code tokenizer.ggml.pre}); the patterns are those of the models'
 * own tokenizer.json files, in Oniguruma's syntax.
 *
 * @param patterns applied one after the other, each to the pieces that the one before left
 * @param ignoreMerges whether a word that is in the vocabulary is taken whole
 * @param addBos whether the beginning-of-sequence token is put first unless the file says otherwise
 * @param nfc whether text is composed (Unicode NFC) first
 */
record PreTokenizer(List<String> patterns, boolean ignoreMerges, boolean addBos, boolean nfc) {
  private static final String GPT2_PATTERN =
      "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";
  private static final String CONTRACTION = "(?i:'s|'t|'re|'ve|'m|'ll|'d)";
  private static final String SPACES = "|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
  private static final String PUNCTUATION = "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*";
  private static final String UPPER = "[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]";
  private static final String LOWER = "[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]";
  private static final String LEAD = "[^\\r\\n\\p{L}\\p{N}]?";
  private static final String CJK = "[\u4e00-\u9fa5\u0800-\u4e00\uac00-\ud7ff]+";
  private static final String DIGIT = "\\p{N}";

  private static final PreTokenizer GPT2 = plain(GPT2_PATTERN);
  private static final PreTokenizer DIGITS = plain(DIGIT, GPT2_PATTERN);
  private static final PreTokenizer LLAMA3 = plain(words("\\p{N}{1,3}"));
  private static final PreTokenizer LLAMA3_WHOLE =
      new PreTokenizer(LLAMA3.patterns, true, true, false);
  private static final PreTokenizer SINGLE_DIGIT_WORDS = plain(words(DIGIT));
  private static final PreTokenizer QWEN2 =
      new PreTokenizer(SINGLE_DIGIT_WORDS.patterns, false, false, true);
  private static final PreTokenizer O200K =
      new PreTokenizer(List.of(cased(CONTRACTION + "?", "\\p{N}{1,3}")), true, false, false);
  private static final PreTokenizer TEKKEN =
      new PreTokenizer(List.of(cased("", DIGIT)), true, true, false);
  private static final PreTokenizer DEEPSEEK3 =
      plain(
          "\\p{N}{1,3}",
          "[\u4e00-\u9fa5\u3040-\u309f\u30a0-\u30ff]+",
          "[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+"
              + "|[^\\r\\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+"
              + "| ?[\\p{P}\\p{S}]+[\\r\\n]*"
              + SPACES);
  private static final String BLOOM_PATTERN =
      " ?[^(\\s|.,!?\u2026\u3002\uff0c\u3001\u0964\u06d4\u060c)]+";
  private static final PreTokenizer BLOOM = plain(BLOOM_PATTERN);

  private static final Map<String, PreTokenizer> BY_NAME =
      Map.ofEntries(
          Map.entry(
              "default",
              plain("[\\p{P}\\$\\+<=>\\^~\\|]+", GPT2_PATTERN, "\\p{N}+", "[0-9][0-9][0-9]")),
          Map.entry("gpt-2", GPT2),
          Map.entry("phi-2", GPT2),
          Map.entry("mpt", GPT2),
          Map.entry("olmo", GPT2),
          Map.entry("jais", GPT2),
          Map.entry("gigachat", GPT2),
          Map.entry("a.x-4.0", GPT2),
          Map.entry("mellum", GPT2),
          Map.entry("exaone4", GPT2),
          Map.entry("trillion", GPT2),
          Map.entry("granite-docling", GPT2),
          Map.entry("starcoder", DIGITS),
          Map.entry("refact", DIGITS),
          Map.entry("command-r", DIGITS),
          Map.entry("smollm", DIGITS),
          Map.entry("codeshell", DIGITS),
          Map.entry("exaone", DIGITS),
          Map.entry("minerva-7b", DIGITS),
          Map.entry("mellum2", DIGITS),
          Map.entry("llama3", LLAMA3_WHOLE),
          Map.entry("llama-v3", LLAMA3_WHOLE),
          Map.entry("llama-bpe", LLAMA3_WHOLE),
          Map.entry("falcon3", LLAMA3_WHOLE),
          Map.entry("falcon-h1", LLAMA3_WHOLE),
          Map.entry("pixtral", LLAMA3_WHOLE),
          Map.entry("midm-2.0", LLAMA3_WHOLE),
          Map.entry("lfm2", LLAMA3_WHOLE),
          Map.entry("dbrx", LLAMA3),
          Map.entry("smaug-bpe", LLAMA3),
          Map.entry("glm4", LLAMA3),
          Map.entry("chatglm-bpe", LLAMA3),
          Map.entry("qwen2", QWEN2),
          Map.entry("megrez", SINGLE_DIGIT_WORDS),
          Map.entry("deepseek-r1-qwen", SINGLE_DIGIT_WORDS),
          Map.entry("stablelm2", SINGLE_DIGIT_WORDS),
          Map.entry("hunyuan", SINGLE_DIGIT_WORDS),
          Map.entry("grok-2", SINGLE_DIGIT_WORDS),
          Map.entry("solar-open", SINGLE_DIGIT_WORDS),
          Map.entry(
              "qwen35",
              new PreTokenizer(
                  List.of(
                      CONTRACTION
                          + "|[^\\r\\n\\p{L}\\p{N}]?[\\p{L}\\p{M}]+|\\p{N}"
                          + "| ?[^\\s\\p{L}\\p{M}\\p{N}]+[\\r\\n]*"
                          + SPACES),
                  false,
                  false,
                  true)),
          Map.entry("gpt-4o", O200K),
          Map.entry("llama4", O200K),
          Map.entry("minimax-m2", O200K),
          Map.entry("tekken", TEKKEN),
          Map.entry("deepseek-v3", DEEPSEEK3),
          Map.entry("hunyuan-dense", DEEPSEEK3),
          Map.entry("deepseek-coder", plain("[\\r\\n]", "\\s?\\p{L}+", "\\s?\\p{P}+", CJK, DIGIT)),
          Map.entry("falcon", plain("[\\p{P}\\$\\+<=>\\^~\\|`]+", GPT2_PATTERN, "[0-9][0-9][0-9]")),
          Map.entry("bloom", BLOOM),
          Map.entry("poro-chat", BLOOM),
          Map.entry("gpt3-finnish", BLOOM),
          Map.entry("viking", plain(BLOOM_PATTERN, DIGIT)),
          Map.entry(
              "seed-coder",
              plain(
                  CONTRACTION
                      + "|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1}| ?[^\\s\\p{L}\\p{N}\\r\\n]+"
                      + SPACES)));

  /**
   * The pre-tokenizer of a name.
   *
   * @throws UnsupportedModelException if the name is unknown
   */
  static PreTokenizer named(String source, String name) {
    PreTokenizer found = BY_NAME.get(name);
    if (found == null) {
      throw new UnsupportedModelException(
          "unknown pre-tokenizer: file="
              + source
              + ", tokenizer.ggml.pre="
              + name
              + ", expected one of "
              + new TreeSet<>(BY_NAME.keySet()));
    }
    return found;
  }

  private static PreTokenizer plain(String... patterns) {
    return new PreTokenizer(List.of(patterns), false, false, false);
  }

  /** Words with an optional leading mark, contractions apart; numbers cut as given. */
  private static String words(String number) {
    return CONTRACTION + "|" + LEAD + "\\p{L}+|" + number + PUNCTUATION + SPACES;
  }

  /** Words that are also cut where a capital follows a small letter. */
  private static String cased(String ending, String number) {
    return LEAD
        + UPPER
        + "*"
        + LOWER
        + "+"
        + ending
        + "|"
        + LEAD
        + UPPER
        + "+"
        + LOWER
        + "*"
        + ending
        + "|"
        + number
        + "| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*"
        + SPACES;
  }
}
