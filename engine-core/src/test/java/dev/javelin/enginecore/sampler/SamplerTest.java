// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.TokenConstraints;
import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.TokenLogprobs;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SamplerTest {
  private static final float BANNED = Float.NEGATIVE_INFINITY;
  private static final int VOCAB = 40;

  @Test
  void sample_greedyTie_takesTheLowestId() {
    assertThat(sample(greedy(), 1, 3, 3, 2).tokenId()).isEqualTo(1);
  }

  @Test
  void sample_everyTokenMasked_isAnError() {
    for (SamplingParams params : List.of(greedy(), SamplingParams.defaults())) {
      Sample sample = sample(params, BANNED, BANNED);

      assertThat(sample.tokenId()).isEqualTo(-1);
      assertThat(sample.logprobs()).isNull();
      assertThat(sample.errorMessage()).startsWith("every token is ruled out");
    }
  }

  @Test
  void sample_allowedAndBannedCancelOut_isAnErrorAndNeverAnotherId() {
    SamplingState state =
        new SamplingState(
            SamplingParams.builder().allowedTokenIds(List.of(5)).build(),
            new TokenConstraints(null, TokenIds.empty(), List.of(TokenIds.of(5))),
            TokenIds.of(0),
            0);

    assertThat(new Sampler(8).sample(new float[8], state).errorMessage())
        .contains("allowed_token_ids");
  }

  @Test
  void sample_rowWithNaN_isAnErrorNamingThePlace() {
    for (SamplingParams params :
        List.of(greedy(), SamplingParams.defaults(), SamplingParams.builder().topK(1).build())) {
      assertThat(sample(params, 1, Float.NaN, 9).errorMessage()).contains("logits[1]=NaN");
      assertThat(sample(params, 1, 2, Float.POSITIVE_INFINITY).errorMessage())
          .contains("logits[2]=Infinity");
    }
  }

  @Test
  void sample_rowOfAnotherLength_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Sampler(8).sample(new float[9], state(greedy(), 0)))
        .withMessageContaining("logits.length=9, expected 8");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Sampler(0))
        .withMessageContaining("vocabSize=0");
  }

  @Test
  void sample_greedyWithPenalty_seesIt() {
    SamplingState state =
        state(SamplingParams.builder().temperature(0).presencePenalty(2).build(), 0);
    assertThat(new Sampler(3).sample(new float[] {0, 3, 2}, state).tokenId()).isEqualTo(1);
    state.append(1);
    assertThat(new Sampler(3).sample(new float[] {0, 3, 2}, state).tokenId()).isEqualTo(2);
  }

  @Test
  void sample_temperatureBeforeMinP_keepsMoreAtHighTemperature() {
    // exp(-2) is below 0.2, exp(-2 / 2) above.
    assertThat(support(SamplingParams.builder().minP(0.2).build(), 2, 0)).containsExactly(0);
    assertThat(support(SamplingParams.builder().minP(0.2).temperature(2).build(), 2, 0))
        .containsExactly(0, 1);
  }

  @Test
  void sample_minPBeforeTopP_renormalizesFirst() {
    // Probabilities 0.4, 0.3, 0.1, 0.1, 0.1; without the last three the first has 4/7.
    float[] row = logs(4, 3, 1, 1, 1);

    assertThat(support(SamplingParams.builder().topP(0.5).build(), row)).containsExactly(0, 1);
    assertThat(support(SamplingParams.builder().topP(0.5).minP(0.5).build(), row))
        .containsExactly(0);
  }

  @Test
  void sample_topKBeforeTopP_renormalizesFirst() {
    float[] row = logs(4, 3, 1, 1, 1);

    assertThat(support(SamplingParams.builder().topP(0.5).topK(2).build(), row)).containsExactly(0);
  }

  @Test
  void sample_smallTemperatureAndTopP_staysFinite() {
    float[] row = {-900, 800, 0, 799};
    for (double temperature : new double[] {1e-5, 0.01, 1}) {
      SamplingParams params =
          SamplingParams.builder().temperature(temperature).topP(1e-9).logprobs(4).build();
      Sample sample = sample(params, row);

      assertThat(sample.tokenId()).isEqualTo(1);
      assertThat(Objects.requireNonNull(sample.logprobs()).logprobs())
          .doesNotContain(Float.NaN, Float.NEGATIVE_INFINITY);
    }
    assertThat(sample(SamplingParams.builder().temperature(1e-5).build(), row).tokenId())
        .isEqualTo(1);
  }

  @Test
  void sample_logprobs_areOfTheRawRow() {
    SamplingParams params =
        SamplingParams.builder()
            .temperature(0.5)
            .allowedTokenIds(List.of(2))
            .logitBias(Map.of(2, 50.0))
            .logprobs(1)
            .build();

    TokenLogprobs logprobs = Objects.requireNonNull(sample(params, 0, 2, 1).logprobs());

    double logSum = Math.log(1 + Math.exp(2) + Math.exp(1));
    assertThat(logprobs.tokenIds()).containsExactly(2, 1);
    assertThat(logprobs.sampledRank()).isEqualTo(2);
    assertThat((double) logprobs.logprobs()[0]).isCloseTo(1 - logSum, within(1e-6));
    assertThat((double) logprobs.logprobs()[1]).isCloseTo(2 - logSum, within(1e-6));
  }

  @Test
  void sample_zeroLogprobs_givesOnlyTheSampledToken() {
    TokenLogprobs logprobs = sample(greedy().with(p -> p.logprobs(0)), 0, 2, 1).logprobs();

    assertThat(Objects.requireNonNull(logprobs).tokenIds()).containsExactly(1);
    assertThat(sample(greedy(), 0, 2, 1).logprobs()).isNull();
  }

  @Test
  void sample_logprobTokenIds_areOfTheDistributionThatIsDrawnFrom() {
    SamplingParams params =
        SamplingParams.builder()
            .temperature(2)
            .topK(1)
            .logitBias(Map.of(0, 10.0))
            .logprobs(2)
            .logprobTokenIds(List.of(1, 0))
            .build();

    TokenLogprobs logprobs = Objects.requireNonNull(sample(params, 0, 2, 1).logprobs());

    assertThat(logprobs.tokenIds()).containsExactly(0, 1, 0);
    assertThat(logprobs.logprobs()).containsExactly(0, BANNED, 0);
    assertThat(logprobs.sampledRank()).isEqualTo(1);
  }

  @Test
  void sample_logprobTokenIdsOfTwoCandidates_haveTheirProbabilities() {
    SamplingParams params =
        SamplingParams.builder().temperature(2).topK(2).logprobTokenIds(List.of(1, 2)).build();

    TokenLogprobs logprobs = Objects.requireNonNull(sample(params, 0, 4, 2).logprobs());

    assertThat(Math.exp(logprobs.logprobs()[1])).isCloseTo(1 / (1 + Math.exp(-1)), within(1e-6));
    assertThat(Math.exp(logprobs.logprobs()[2])).isCloseTo(1 / (1 + Math.exp(1)), within(1e-6));
  }

  @Test
  void sample_greedyLogprobTokenIds_areOfTheProcessedRow() {
    SamplingParams params =
        SamplingParams.builder()
            .temperature(0)
            .logitBias(Map.of(0, 2.0))
            .logprobTokenIds(List.of(1))
            .build();

    TokenLogprobs logprobs = Objects.requireNonNull(sample(params, 0, 1).logprobs());

    assertThat(logprobs.tokenIds()).containsExactly(0, 1);
    assertThat((double) logprobs.logprobs()[1]).isCloseTo(-Math.log(1 + Math.E), within(1e-6));
  }

  @Test
  void sample_sameSeed_repeatsWhateverTheBatchAndItsOrder() {
    List<List<Integer>> alone = new ArrayList<>();
    List<Integer> order = new ArrayList<>();
    for (int request = 0; request < 8; request++) {
      alone.add(generate(List.of(request)).get(0));
      order.add(request);
    }

    assertThat(generate(order)).isEqualTo(alone);
    Collections.reverse(order);
    Collections.reverse(alone);
    assertThat(generate(order)).isEqualTo(alone);
    assertThat(new HashSet<>(alone)).as("different seeds differ").hasSize(8);
  }

  @Test
  void sample_againBeforeAppending_repeats() {
    SamplingState state = state(SamplingParams.defaults(), RandomKey.ofSeed(4));
    Sampler sampler = new Sampler(VOCAB);

    int first = sampler.sample(logits(0, 0), state).tokenId();

    for (int i = 0; i < 20; i++) {
      assertThat(sampler.sample(logits(0, 0), state).tokenId()).isEqualTo(first);
    }
  }

  @Test
  void sample_stateRebuiltFromItsTokens_continuesTheSame() {
    SamplingParams params =
        SamplingParams.builder().repetitionPenalty(1.2).frequencyPenalty(0.3).build();
    SamplingState state = state(params, RandomKey.ofSeed(4));
    SamplingState rebuilt = state(params, RandomKey.ofSeed(4));
    Sampler sampler = new Sampler(VOCAB);
    for (int i = 0; i < 30; i++) {
      int id = sampler.sample(logits(0, i), state).tokenId();
      state.append(id);
      rebuilt.append(id);
    }

    assertThat(new Sampler(VOCAB).sample(logits(0, 30), rebuilt))
        .isEqualTo(sampler.sample(logits(0, 30), state));
  }

  /** 32 tokens of each request, all sampled in turn by one sampler. */
  private static List<List<Integer>> generate(List<Integer> requests) {
    Sampler sampler = new Sampler(VOCAB);
    List<SamplingState> states = new ArrayList<>();
    List<List<Integer>> outputs = new ArrayList<>();
    for (int request : requests) {
      states.add(state(mixed(request), RandomKey.ofSeed(request)));
      outputs.add(new ArrayList<>());
    }
    for (int step = 0; step < 32; step++) {
      for (int i = 0; i < requests.size(); i++) {
        int id = sampler.sample(logits(requests.get(i), step), states.get(i)).tokenId();
        states.get(i).append(id);
        outputs.get(i).add(id);
      }
    }
    return outputs;
  }

  private static SamplingParams mixed(int request) {
    return switch (request % 4) {
      case 0 -> greedy();
      case 1 -> SamplingParams.builder().topP(0.9).presencePenalty(0.5).build();
      case 2 -> SamplingParams.builder().topK(10).temperature(1.5).build();
      default -> SamplingParams.builder().minP(0.01).allowedTokenIds(List.of(1, 5, 9, 30)).build();
    };
  }

  private static float[] logits(int request, int step) {
    Random random = new Random(1000L * request + step);
    float[] row = new float[VOCAB];
    for (int id = 0; id < VOCAB; id++) {
      row[id] = (float) random.nextGaussian() * 2;
    }
    return row;
  }

  private static List<Integer> support(SamplingParams params, float... row) {
    Sampler sampler = new Sampler(row.length);
    sampler.sample(row.clone(), state(params, 0));
    List<Integer> ids = new ArrayList<>();
    for (int i = 0; i < sampler.candidates().size(); i++) {
      ids.add(sampler.candidates().id(i));
    }
    return ids;
  }

  private static float[] logs(double... weights) {
    float[] row = new float[weights.length];
    for (int id = 0; id < row.length; id++) {
      row[id] = (float) Math.log(weights[id]);
    }
    return row;
  }

  private static SamplingParams greedy() {
    return SamplingParams.greedy(16);
  }

  private static SamplingState state(SamplingParams params, long key) {
    return new SamplingState(params, TokenConstraints.NONE, TokenIds.of(0), key);
  }

  private static Sample sample(SamplingParams params, float... row) {
    return new Sampler(row.length).sample(row.clone(), state(params, 0));
  }
}
