// SPDX-License-Identifier: Apache-2.0
package dev.javelin.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.javelin.engineapi.EngineCoreRequest;
import dev.javelin.engineapi.FinishReason;
import dev.javelin.engineapi.RepetitionDetection;
import dev.javelin.engineapi.StopReason;
import dev.javelin.kvcache.KVCacheManager;
import dev.javelin.scheduler.StopCheck.Stop;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StopCheckTest {
  private static final int EOS = 7;
  private static final int STOP = 8;

  private static Optional<Stop> check(TestRequest request, int maxTokens, int... output) {
    EngineCoreRequest built = request.build();
    Request live =
        new Request(
            built,
            new KVCacheManager(2, 1, false, 0)
                .newSequence(built.promptTokenIds(), null, null, true),
            0,
            maxTokens);
    for (int token : output) {
      live.appendOutput(token);
    }
    return StopCheck.check(live);
  }

  private static TestRequest request() {
    return TestRequest.of("r", 100, 3)
        .eos(EOS)
        .params(builder -> builder.maxTokens(100).stopTokenIds(List.of(STOP)));
  }

  private static void assertStops(Optional<Stop> stop, FinishReason reason) {
    assertThat(stop).contains(new Stop(reason, null));
  }

  @Test
  void check_ordinaryToken_goesOn() {
    assertThat(check(request(), 100, 1, 2)).isEmpty();
  }

  @Test
  void check_eos_stopsWithoutReason() {
    assertStops(check(request(), 100, 1, EOS), FinishReason.STOP);
  }

  @Test
  void check_stopToken_stopsWithTheTokenAsReason() {
    assertThat(check(request(), 100, STOP))
        .contains(new Stop(FinishReason.STOP, new StopReason.Token(STOP)));
  }

  @Test
  void check_eosIsAlsoStopToken_hasNoReason() {
    TestRequest both = request().params(builder -> builder.stopTokenIds(List.of(EOS)));
    assertStops(check(both, 100, EOS), FinishReason.STOP);
  }

  @Test
  void check_noEosGiven_eosIsOrdinary() {
    TestRequest none = TestRequest.of("r", 100, 3).maxTokens(100);
    assertThat(check(none, 100, EOS)).isEmpty();
  }

  @Test
  void check_lastAllowedToken_isLength() {
    assertThat(check(request(), 3, 1, 2)).isEmpty();
    assertStops(check(request(), 3, 1, 2, 3), FinishReason.LENGTH);
  }

  @Test
  void check_eosOnLastAllowedToken_isStop() {
    assertStops(check(request(), 3, 1, 2, EOS), FinishReason.STOP);
    assertThat(check(request(), 3, 1, 2, STOP).orElseThrow().finishReason())
        .isEqualTo(FinishReason.STOP);
  }

  @Test
  void check_beforeMinTokens_nothingButLengthStops() {
    TestRequest atLeastThree =
        request()
            .params(
                builder ->
                    builder.minTokens(3).repetitionDetection(new RepetitionDetection(1, 1, 2)));
    assertThat(check(atLeastThree, 100, EOS)).isEmpty();
    assertThat(check(atLeastThree, 100, 1, STOP)).isEmpty();
    assertThat(check(atLeastThree, 100, 1, 1)).isEmpty();
    assertStops(check(atLeastThree, 100, 1, 2, EOS), FinishReason.STOP);
  }

  /** A context with less room than min_tokens must not make a request run for ever. */
  @Test
  void check_minTokensBeyondTheRoom_lengthWins() {
    TestRequest greedyForMore = request().params(builder -> builder.maxTokens(null).minTokens(50));
    assertStops(check(greedyForMore, 2, 1, EOS), FinishReason.LENGTH);
  }

  @Test
  void check_repetition_tableOfPatterns() {
    assertThat(repeats(new RepetitionDetection(2, 1, 3), 1, 2, 1, 2, 1, 2)).isTrue();
    assertThat(repeats(new RepetitionDetection(2, 1, 3), 1, 2, 1, 2)).isFalse();
    assertThat(repeats(new RepetitionDetection(1, 0, 3), 7, 7, 7)).isTrue();
    assertThat(repeats(new RepetitionDetection(2, 2, 2), 3, 1, 2, 1, 2)).isTrue();
    assertThat(repeats(new RepetitionDetection(2, 1, 2), 1, 2, 3, 1, 2, 3)).isFalse();
    assertThat(repeats(new RepetitionDetection(0, 0, 0), 1, 1, 1)).isFalse();
    assertThat(repeats(new RepetitionDetection(2, 1, 2), 5, 5, 1)).as("tail only").isFalse();
    assertThat(repeats(new RepetitionDetection(3, 2, Integer.MAX_VALUE), 5, 5, 5)).isFalse();
  }

  private static boolean repeats(RepetitionDetection rule, int... output) {
    TestRequest request =
        TestRequest.of("r", 100, 3)
            .params(builder -> builder.maxTokens(100).repetitionDetection(rule));
    Optional<Stop> stop = check(request, 100, output);
    stop.ifPresent(
        found ->
            assertThat(found)
                .isEqualTo(
                    new Stop(FinishReason.REPETITION, new StopReason.Text("repetition_detected"))));
    return stop.isPresent();
  }

  @Test
  void check_lengthAndRepetition_isLength() {
    TestRequest request =
        request().params(builder -> builder.repetitionDetection(new RepetitionDetection(1, 1, 2)));
    assertStops(check(request, 2, 5, 5), FinishReason.LENGTH);
  }
}
