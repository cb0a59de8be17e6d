// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.javelin.engineapi.SamplingParams;
import dev.javelin.testsupport.Goldens;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Distributions, arg max and frequencies against reference data made with numpy in float64. */
class SamplerGoldenTest {
  @Test
  void sample_localCases_giveTheReferenceDistribution() {
    checkCases(GoldenRow.local("cases.jsonl"));
  }

  @Test
  void sample_allCases_giveTheReferenceDistribution() {
    List<JsonNode> rows = GoldenRow.full("cases.jsonl");
    checkCases(rows);
    Goldens.report("sampling cases", rows.size());
  }

  @Test
  void sample_20000SeedsOfLocalCases_passTheChiSquareTest() {
    checkFrequencies(GoldenRow.local("chi2.jsonl"), GoldenRow.local("cases.jsonl"));
  }

  @Test
  void sample_20000SeedsOfAllCases_passTheChiSquareTest() {
    List<JsonNode> tests = GoldenRow.full("chi2.jsonl");
    checkFrequencies(tests, GoldenRow.full("cases.jsonl"));
    Goldens.report("sampling chi-square", tests.size());
  }

  @Test
  void sample_100000TokensOfOneRequest_passTheChiSquareTest() {
    JsonNode test = find(GoldenRow.local("chi2.jsonl"), "case", "top_k_-1");
    GoldenRow row = GoldenRow.of(find(GoldenRow.local("cases.jsonl"), "name", "top_k_-1"));
    Sampler sampler = new Sampler(row.logits().length);
    SamplingState state = row.state(RandomKey.ofSeed(2026));
    int[] counts = new int[row.logits().length];
    for (int i = 0; i < 100_000; i++) {
      int tokenId = sampler.sample(row.logits().clone(), state).tokenId();
      counts[tokenId]++;
      state.append(tokenId);
    }
    checkStatistic(test, counts, 100_000);
  }

  private static void checkCases(List<JsonNode> rows) {
    for (JsonNode json : rows) {
      GoldenRow row = GoldenRow.of(json);
      JsonNode expected = row.expected();
      assertThat(row.params().greedy())
          .as(row.name())
          .isEqualTo(expected.get("greedy").asBoolean());
      assertThat(row.params().temperature())
          .as(row.name())
          .isEqualTo(expected.get("effective_temperature").asDouble());
      SamplingParams greedy = row.params().with(params -> params.temperature(0));
      Sampler sampler = new Sampler(row.logits().length);
      assertThat(sampler.sample(row.logits().clone(), row.state(greedy, 0)).tokenId())
          .as(row.name())
          .isEqualTo(expected.get("argmax").asInt());
      if (!row.params().greedy()) {
        sampler.sample(row.logits().clone(), row.state(0));
        checkDistribution(row, sampler.candidates());
      }
    }
  }

  private static void checkDistribution(GoldenRow row, Candidates candidates) {
    int[] support = new int[candidates.size()];
    double[] probabilities = new double[row.logits().length];
    for (int i = 0; i < support.length; i++) {
      support[i] = candidates.id(i);
      probabilities[support[i]] = candidates.probability(i);
    }
    assertThat(support).as(row.name()).hasSize(row.expected().get("support_size").asInt());
    JsonNode listed = row.expected().get("support");
    if (!listed.isNull()) {
      assertThat(support).as(row.name()).isEqualTo(GoldenRow.ids(listed).toIntArray());
    }
    double[] expected = row.expectedProbabilities();
    // Bias and penalties are rounded to float32; everything after them is float64.
    boolean rounded = row.state(0).changesLogits();
    for (int id = 0; id < expected.length; id++) {
      double bound =
          rounded ? Math.max(2e-5 * expected[id], 1e-7) : Math.max(1e-9 * expected[id], 1e-300);
      assertThat(Math.abs(probabilities[id] - expected[id]))
          .as("%s: token %d has %s, expected %s", row.name(), id, probabilities[id], expected[id])
          .isLessThanOrEqualTo(bound);
      assertThat(expected[id] > 1e-300 && probabilities[id] == 0)
          .as("%s: token %d is missing", row.name(), id)
          .isFalse();
    }
  }

  private static void checkFrequencies(List<JsonNode> tests, List<JsonNode> cases) {
    for (JsonNode test : tests) {
      GoldenRow row = GoldenRow.of(find(cases, "name", test.get("case").asString()));
      Sampler sampler = new Sampler(row.logits().length);
      int draws = test.get("draws").asInt();
      int[] counts = new int[row.logits().length];
      for (int seed = 0; seed < draws; seed++) {
        SamplingState state = row.state(RandomKey.ofSeed(seed));
        counts[sampler.sample(row.logits().clone(), state).tokenId()]++;
      }
      checkStatistic(test, counts, draws);
    }
  }

  /** Pearson's statistic over the bins of a test, whose expected counts are for its own draws. */
  private static void checkStatistic(JsonNode test, int[] counts, int draws) {
    String name = test.get("case").asString();
    double scale = (double) draws / test.get("draws").asInt();
    double statistic = 0;
    int inBins = 0;
    for (int bin = 0; bin < test.get("bins").size(); bin++) {
      int observed = 0;
      for (int id : GoldenRow.ids(test.get("bins").get(bin))) {
        observed += counts[id];
      }
      double expected = scale * test.get("expected").get(bin).asDouble();
      statistic += (observed - expected) * (observed - expected) / expected;
      inBins += observed;
    }
    assertThat(inBins)
        .as("%s: draws inside the bins, %s", name, Arrays.toString(counts))
        .isEqualTo(draws);
    assertThat(statistic).as(name).isLessThan(test.get("critical").get("1e-6").asDouble());
  }

  private static JsonNode find(List<JsonNode> rows, String field, String value) {
    return rows.stream()
        .filter(row -> row.get(field).asString().equals(value))
        .findFirst()
        .orElseThrow();
  }
}
