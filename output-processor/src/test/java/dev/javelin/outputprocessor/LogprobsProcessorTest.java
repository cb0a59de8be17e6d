// SPDX-License-Identifier: Apache-2.0
package dev.javelin.outputprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.javelin.engineapi.Logprob;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.TokenLogprobs;
import dev.javelin.engineapi.Tokenizer;
import dev.javelin.testsupport.Goldens;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class LogprobsProcessorTest {
  private static final String FACE = "\uD83D\uDE00";

  private final PieceTokenizer bytes = PieceTokenizer.ofBytes();

  private static SamplingParams wanting(@Nullable Integer logprobs) {
    return SamplingParams.builder().logprobs(logprobs).build();
  }

  private LogprobsProcessor processor(SamplingParams params, int... promptIds) {
    return new LogprobsProcessor(new TokenTexts(bytes), TokenIds.of(promptIds), params);
  }

  /** The sampled token first, then the others, with logprobs -1, -2, ... and -0.1 for the first. */
  private static TokenLogprobs position(int rank, int... ids) {
    float[] values = new float[ids.length];
    for (int i = 0; i < ids.length; i++) {
      values[i] = i == 0 ? -0.1f : -i;
    }
    return new TokenLogprobs(TokenIds.of(ids), values, rank);
  }

  private static List<Map<Integer, Logprob>> added(
      LogprobsProcessor processor, TokenLogprobs... positions) {
    int[] ids = List.of(positions).stream().mapToInt(p -> p.tokenIds().getInt(0)).toArray();
    processor.add(List.of(positions), new TokenBuffer(), TokenIds.of(ids));
    return Objects.requireNonNull(processor.from(0));
  }

  private static List<@Nullable String> sampledTexts(List<Map<Integer, Logprob>> positions) {
    List<@Nullable String> texts = new ArrayList<>();
    positions.forEach(position -> texts.add(position.values().iterator().next().decodedToken()));
    return texts;
  }

  @Test
  void add_sampledOutsideTop_isFirstWithItsOwnRank() {
    Map<Integer, Logprob> map = added(processor(wanting(2)), position(9, 65, 66, 67)).get(0);
    assertThat(map.keySet()).containsExactly(65, 66, 67);
    assertThat(map.values()).extracting(Logprob::rank).containsExactly(9, 1, 2);
    assertThat(map.values()).extracting(Logprob::decodedToken).containsExactly("A", "B", "C");
  }

  @Test
  void add_sampledInsideTop_isFirstWithRankOfItsPlace() {
    Map<Integer, Logprob> map = added(processor(wanting(2)), position(3, 67, 66, 67)).get(0);
    assertThat(map.keySet()).containsExactly(67, 66);
    assertThat(map.values()).extracting(Logprob::rank).containsExactly(2, 1);
  }

  @Test
  void add_coreShipsMoreThanAsked_keepsOwnCount() {
    assertThat(added(processor(wanting(0)), position(4, 65, 66, 67)).get(0)).containsOnlyKeys(65);
    assertThat(added(processor(wanting(1)), position(4, 65, 66, 67)).get(0))
        .containsOnlyKeys(65, 66);
    assertThat(added(processor(wanting(-1)), position(4, 65, 66, 67)).get(0))
        .containsOnlyKeys(65, 66, 67);
  }

  @Test
  void add_idsAreAskedFor_keepsAllShipped() {
    SamplingParams params = SamplingParams.builder().logprobTokenIds(List.of(66, 67)).build();
    assertThat(added(processor(params), position(4, 65, 66, 67)).get(0))
        .containsOnlyKeys(65, 66, 67);
  }

  @Test
  void add_noneAskedFor_isNull() {
    LogprobsProcessor processor = processor(wanting(null));
    processor.add(null, new TokenBuffer(), TokenIds.of(1, 2));
    assertThat(processor.from(0)).isNull();
    assertThat(processor.cumulative()).isNull();
  }

  @Test
  void cumulative_isTheSumOfTheSampled() {
    LogprobsProcessor processor = processor(wanting(1));
    added(processor, position(1, 65, 66), position(1, 66, 65), position(1, 67, 65));
    assertThat(processor.cumulative()).isCloseTo(-0.3f, within(1e-6f));
  }

  @Test
  void add_coreShipsTooFew_throws() {
    LogprobsProcessor processor = processor(wanting(1));
    List<TokenLogprobs> one = List.of(position(1, 65, 66));
    assertThatThrownBy(() -> processor.add(one, new TokenBuffer(), TokenIds.of(65, 66)))
        .hasMessageContaining("positions=1, expected 2");
  }

  @Test
  void decodedToken_characterOverFourTokens_isShownByTheLast() {
    List<Map<Integer, Logprob>> positions =
        added(
            processor(wanting(0)),
            position(1, 0x41),
            position(1, 0xF0),
            position(1, 0x9F),
            position(1, 0x98),
            position(1, 0x80),
            position(1, 0x42));
    assertThat(sampledTexts(positions)).containsExactly("A", "", "", "", FACE, "B");
  }

  @Test
  void decodedToken_characterOverTwoSteps_isShownByTheLast() {
    LogprobsProcessor processor = processor(wanting(0));
    TokenBuffer before = new TokenBuffer();
    TokenIds first = TokenIds.of(0x41, 0xC3);
    processor.add(List.of(position(1, 0x41), position(1, 0xC3)), before, first);
    before.addAll(first);
    processor.add(List.of(position(1, 0xA9)), before, TokenIds.of(0xA9));
    assertThat(sampledTexts(Objects.requireNonNull(processor.from(0))))
        .containsExactly("A", "", "é");
  }

  @Test
  void decodedToken_alternatives_areNotContextOfEachOther() {
    Map<Integer, Logprob> map =
        added(processor(wanting(3)), position(1, 0x41, 0xC3, 0xA9, 0x42)).get(0);
    assertThat(map.values()).extracting(Logprob::decodedToken).containsExactly("A", "", "", "B");
  }

  @Test
  void decodedToken_alternative_completesTheSampledBefore() {
    List<Map<Integer, Logprob>> positions =
        added(processor(wanting(2)), position(1, 0xC3, 0x41), position(1, 0x42, 0xA9, 0xA8));
    assertThat(positions.get(1).values())
        .extracting(Logprob::decodedToken)
        .containsExactly("B", "é", "è");
  }

  @Test
  void decodedToken_specialAndUnknownIds_haveTextOfTheirOwn() {
    PieceTokenizer tokenizer = PieceTokenizer.ofTexts(List.of("a", "</s>"), 1);
    LogprobsProcessor processor =
        new LogprobsProcessor(new TokenTexts(tokenizer), TokenIds.empty(), wanting(2));
    assertThat(added(processor, position(1, 0, 1, 99)).get(0).values())
        .extracting(Logprob::decodedToken)
        .containsExactly("a", "</s>", "");
  }

  @Test
  void decodedToken_withoutDetokenizing_isNull() {
    SamplingParams params = SamplingParams.builder().logprobs(0).detokenize(false).build();
    assertThat(sampledTexts(added(processor(params), position(1, 65)))).containsOnlyNulls();
  }

  @Test
  void prompt_positions_followTheUnknownFirst() {
    SamplingParams params = SamplingParams.builder().promptLogprobs(1).build();
    LogprobsProcessor processor = processor(params, 0x41, 0xC3, 0xA9);
    processor.addPrompt(List.of(position(5, 0xC3, 0x42, 0x43), position(2, 0xA9, 0x42, 0x43)));
    List<Map<Integer, Logprob>> prompt = Objects.requireNonNull(processor.prompt());
    assertThat(prompt).hasSize(3);
    assertThat(prompt.get(0)).isNull();
    assertThat(prompt.get(1)).containsOnlyKeys(0xC3, 0x42);
    assertThat(Objects.requireNonNull(prompt.get(2).get(0xA9)).decodedToken()).isEqualTo("é");
  }

  @Test
  void prompt_ofOneToken_isOneUnknown() {
    SamplingParams params = SamplingParams.builder().promptLogprobs(1).build();
    assertThat(processor(params, 65).prompt()).containsExactly((Map<Integer, Logprob>) null);
  }

  @Test
  void takePrompt_secondTime_isEmpty() {
    SamplingParams params = SamplingParams.builder().promptLogprobs(1).build();
    LogprobsProcessor processor = processor(params, 65);
    assertThat(processor.takePrompt()).hasSize(1);
    assertThat(processor.takePrompt()).isEmpty();
  }

  @Test
  void add_referencePositions_haveTheReferenceEntries() {
    List<JsonNode> rows =
        Goldens.jsonLines(Goldens.require("goldens-text/sampling/logprobs.jsonl")).stream()
            .filter(row -> row.has("api_entries"))
            .toList();
    for (JsonNode row : rows) {
      JsonNode top = row.path("top");
      int[] ids =
          IntStream.concat(
                  IntStream.of(row.path("sampled").asInt()),
                  top.valueStream().mapToInt(entry -> entry.path(0).asInt()))
              .toArray();
      float[] values = new float[ids.length];
      values[0] = row.path("sampled_logprob").floatValue();
      for (int i = 1; i < ids.length; i++) {
        values[i] = top.path(i - 1).path(1).floatValue();
      }
      TokenLogprobs shipped =
          new TokenLogprobs(TokenIds.of(ids), values, row.path("sampled_rank").asInt());
      Map<Integer, Logprob> map =
          added(processor(wanting(row.path("num_logprobs").asInt())), shipped).get(0);
      Iterator<Map.Entry<Integer, Logprob>> entries = map.entrySet().iterator();
      assertThat(map).as(row.path("name").asString()).hasSize(row.path("api_entries").size());
      for (JsonNode expected : row.path("api_entries")) {
        Map.Entry<Integer, Logprob> entry = entries.next();
        assertThat(entry.getKey()).isEqualTo(expected.path(0).asInt());
        assertThat(entry.getValue().logprob()).isEqualTo(expected.path(1).floatValue());
        assertThat(entry.getValue().rank())
            .as(row.path("name").asString())
            .isEqualTo(expected.path(2).asInt());
      }
    }
    Goldens.report("log-probabilities", rows.size());
  }

  @Test
  void decodedToken_realVocabularies_showEachCharacterOnce() {
    int cases = 0;
    for (String family : List.of("mistral7b", "qwen3", "smollm2")) {
      try (Tokenizer tokenizer = GoldenTokenizers.open(family)) {
        for (String text : List.of("Hi\uD83D\uDE00!", "a\uD800\uDF30b", "\u9F98x")) {
          TokenIds ids = tokenizer.encode(text, false);
          TokenTexts texts = new TokenTexts(tokenizer);
          StringBuilder joined = new StringBuilder();
          for (int i = 0; i < ids.size(); i++) {
            String shown = texts.after(ids.subList(0, i), ids.getInt(i));
            assertThat(shown).as(family).doesNotContain("\uFFFD");
            joined.append(shown);
          }
          assertThat(joined.toString()).as(family).isEqualTo(text);
          cases++;
        }
      }
    }
    Goldens.report("decoded tokens", cases);
  }
}
