// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.SamplingParamsBuilder;
import dev.javelin.engineapi.TokenConstraints;
import dev.javelin.engineapi.TokenIds;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Each stage on a vocabulary of six tokens, against numbers worked out by hand. */
class SamplingStateTest {
  private static final float BANNED = Float.NEGATIVE_INFINITY;

  @Test
  void process_withoutParameters_changesNothing() {
    assertThat(process(state(p -> p))).containsExactly(row());
  }

  @Test
  void process_allowedTokenIds_bansTheOthers() {
    assertThat(process(state(p -> p.allowedTokenIds(List.of(4, 1, 4, 99)))))
        .containsExactly(BANNED, -2, BANNED, BANNED, 1, BANNED);
    assertThat(process(state(p -> p.allowedTokenIds(List.of(0, 5)))))
        .containsExactly(4, BANNED, BANNED, BANNED, BANNED, -1);
  }

  @Test
  void process_badWordOfOneToken_isAlwaysBanned() {
    assertThat(process(state(p -> p, TokenIds.of(3)))).containsExactly(4, -2, 0, BANNED, 1, -1);
  }

  @Test
  void process_badWordOfTwoTokens_isBannedOnlyAfterItsFirstInTheOutput() {
    SamplingState state = state(p -> p, TokenIds.of(2, 5));

    assertThat(process(state)).as("position 0; the prompt ends in 2").containsExactly(row());
    state.append(2);
    assertThat(process(state)).containsExactly(4, -2, 0, 2, 1, BANNED);
    state.append(4);
    assertThat(process(state)).as("not the last token any more").containsExactly(row());
  }

  @Test
  void process_badWordsOfSeveralLengths_matchTheirOwnPrefixes() {
    SamplingState state =
        state(p -> p, TokenIds.of(1, 2, 3, 4), TokenIds.of(3, 0), TokenIds.of(2, 1));
    for (int id : new int[] {5, 1, 2, 3}) {
      state.append(id);
    }

    assertThat(process(state)).containsExactly(BANNED, -2, 0, 2, BANNED, -1);
  }

  @Test
  void process_minTokens_bansEveryStopIdUntilReached() {
    SamplingState state =
        new SamplingState(
            SamplingParams.builder().minTokens(2).build(),
            new TokenConstraints(5, TokenIds.of(5, 0, 1000, -1), List.of()),
            TokenIds.of(2),
            0);

    assertThat(process(state)).containsExactly(BANNED, -2, 0, 2, 1, BANNED);
    state.append(3);
    assertThat(process(state)).containsExactly(BANNED, -2, 0, 2, 1, BANNED);
    state.append(3);
    assertThat(process(state)).containsExactly(row());
  }

  @Test
  void process_logitBias_isAddedAndRevivesNoBannedToken() {
    assertThat(
            process(
                state(
                    p ->
                        p.logitBias(Map.of(0, -1.5, 4, 10.0, 777, 1.0))
                            .allowedTokenIds(List.of(0, 1)))))
        .containsExactly(2.5f, -2, BANNED, BANNED, BANNED, BANNED);
  }

  @Test
  void process_repetitionPenalty_coversPromptAndOutputAndLeavesZero() {
    SamplingState state = state(p -> p.repetitionPenalty(2));
    state.append(1);
    state.append(3);

    assertThat(process(state)).as("prompt 0 2, output 1 3").containsExactly(2, -4, 0, 1, 1, -1);
  }

  @Test
  void process_frequencyAndPresencePenalty_coverTheOutputOnly() {
    SamplingState state = state(p -> p.frequencyPenalty(0.5).presencePenalty(0.25));
    state.append(3);
    state.append(3);
    state.append(5);

    assertThat(process(state)).containsExactly(4, -2, 0, 0.75f, 1, -1.75f);
  }

  @Test
  void process_allPenalties_repeatsBeforeItSubtracts() {
    SamplingState state =
        state(p -> p.repetitionPenalty(2).frequencyPenalty(1).presencePenalty(0.5));
    state.append(0);

    assertThat(process(state)[0]).as("4 / 2 - 1 - 0.5").isEqualTo(0.5f);
  }

  @Test
  void process_biasAndRepetition_takesTheSignAfterTheBias() {
    SamplingState state = state(p -> p.repetitionPenalty(2).logitBias(Map.of(0, -6.0, 2, 3.0)));

    assertThat(process(state))
        .as("(4 - 6) * 2, (0 + 3) / 2")
        .containsExactly(-4, -2, 1.5f, 2, 1, -1);
  }

  @Test
  void process_tokensOutsideTheVocabulary_arePassedOver() {
    SamplingState state =
        new SamplingState(
            SamplingParams.builder().repetitionPenalty(2).build(),
            new TokenConstraints(null, TokenIds.empty(), List.of(TokenIds.of(6), TokenIds.empty())),
            TokenIds.of(6, 1),
            0);

    assertThat(process(state)).containsExactly(4, -4, 0, 2, 1, -1);
  }

  @Test
  void plainGreedy_greedyWithoutExtras_isTrue() {
    assertThat(state(p -> p.temperature(0)).plainGreedy()).isTrue();
    assertThat(state(p -> p.temperature(0).minTokens(3)).plainGreedy())
        .as("min_tokens without stop ids")
        .isTrue();
  }

  @Test
  void plainGreedy_anyExtra_isFalse() {
    List<UnaryOperator<SamplingParamsBuilder>> extras =
        List.of(
            p -> p.temperature(1),
            p -> p.logprobs(0),
            p -> p.logprobTokenIds(List.of(1)),
            p -> p.logitBias(Map.of(1, 1.0)),
            p -> p.allowedTokenIds(List.of(1)),
            p -> p.repetitionPenalty(1.1),
            p -> p.frequencyPenalty(0.1),
            p -> p.presencePenalty(-0.1));
    for (UnaryOperator<SamplingParamsBuilder> extra : extras) {
      assertThat(state(p -> extra.apply(p.temperature(0))).plainGreedy()).isFalse();
    }
    assertThat(state(p -> p.temperature(0), TokenIds.of(1)).plainGreedy()).isFalse();
  }

  @Test
  void plainGreedy_minTokensPending_isFalseUntilReached() {
    SamplingState state =
        new SamplingState(
            SamplingParams.builder().temperature(0).minTokens(1).build(),
            new TokenConstraints(null, TokenIds.of(5), List.of()),
            TokenIds.of(0),
            0);

    assertThat(state.plainGreedy()).isFalse();
    state.append(1);
    assertThat(state.plainGreedy()).isTrue();
    assertThat(state.outputLength()).isEqualTo(1);
  }

  private static float[] row() {
    return new float[] {4, -2, 0, 2, 1, -1};
  }

  private static float[] process(SamplingState state) {
    float[] row = row();
    state.processLogits(row);
    return row;
  }

  private static SamplingState state(
      UnaryOperator<SamplingParamsBuilder> params, TokenIds... badWords) {
    return new SamplingState(
        params.apply(SamplingParams.builder()).build(),
        new TokenConstraints(null, TokenIds.empty(), List.of(badWords)),
        TokenIds.of(0, 2),
        0);
  }
}
