// SPDX-License-Identifier: Apache-2.0
package dev.javelin.outputprocessor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.javelin.engineapi.CompletionOutput;
import dev.javelin.engineapi.EngineCoreOutput;
import dev.javelin.engineapi.FinishReason;
import dev.javelin.engineapi.RequestOutput;
import dev.javelin.engineapi.RequestOutputKind;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.Tokenizer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What holds for every stream: the three kinds of output tell the same story. */
class StreamPropertyTest {
  private static final int STREAMS = 1500;
  private static final String TEXTS = "ab STOP\u00E9\u4E2D\uD83D\uDE00\uFFFDSTO";

  /** One random stream: its pieces, steps, parameters and end. */
  private record Stream(
      List<String> hex,
      List<TokenIds> steps,
      List<String> stop,
      boolean include,
      int minTokens,
      FinishReason end,
      int interval) {
    static Stream random(Random random) {
      List<String> hex = new ArrayList<>();
      byte[] bytes = TEXTS.getBytes(StandardCharsets.UTF_8);
      for (int i = 0; i < 12; i++) {
        int from = random.nextInt(bytes.length);
        int to = Math.min(bytes.length, from + random.nextInt(5));
        hex.add(HexFormat.of().formatHex(bytes, from, to));
      }
      hex.add("ff");
      List<TokenIds> steps = new ArrayList<>();
      int count = 1 + random.nextInt(12);
      for (int i = 0; i < count; i++) {
        steps.add(TokenIds.of(random.ints(random.nextInt(4), 0, hex.size()).toArray()));
      }
      List<String> candidates = List.of("STOP", "S", "OP\u00E9", "b ", "\uD83D\uDE00", "\u4E2D");
      List<String> stop = candidates.stream().filter(ignored -> random.nextInt(3) == 0).toList();
      return new Stream(
          hex,
          steps,
          stop,
          random.nextBoolean(),
          random.nextInt(3) == 0 ? random.nextInt(6) : 0,
          random.nextBoolean() ? FinishReason.LENGTH : FinishReason.STOP,
          1 + random.nextInt(4));
    }

    List<CompletionOutput> run(Tokenizer tokenizer, RequestOutputKind kind) {
      OutputProcessor processor = new OutputProcessor(tokenizer, false, interval);
      SamplingParams params =
          SamplingParams.builder()
              .stop(stop)
              .includeStopStrInOutput(include)
              .minTokens(minTokens)
              .maxTokens(1000)
              .logprobs(0)
              .outputKind(kind)
              .build();
      processor.addRequest(Core.request("r", params, 0, 1), null, null, 0, null);
      List<CompletionOutput> outputs = new ArrayList<>();
      for (int i = 0; i < steps.size() && processor.hasUnfinishedRequests(); i++) {
        FinishReason reason = i == steps.size() - 1 ? end : null;
        EngineCoreOutput output = Core.withLogprobs(Core.output("r", steps.get(i), null, reason));
        for (RequestOutput made : processor.processOutputs(Core.step(output)).outputs()) {
          assertThat(made.finished()).isEqualTo(!processor.hasUnfinishedRequests());
          outputs.addAll(made.outputs());
        }
      }
      assertThat(processor.hasUnfinishedRequests()).isFalse();
      return outputs;
    }
  }

  @Test
  void processOutputs_randomStreams_deltasConcatenateAndCumulativeTextNeverShrinks() {
    for (int seed = 0; seed < STREAMS; seed++) {
      Stream stream = Stream.random(new Random(seed));
      PieceTokenizer tokenizer = PieceTokenizer.ofHex(stream.hex(), Set.of());
      Map<RequestOutputKind, List<CompletionOutput>> runs = new EnumMap<>(RequestOutputKind.class);
      for (RequestOutputKind kind : RequestOutputKind.values()) {
        runs.put(kind, stream.run(tokenizer, kind));
      }
      check(seed, runs);
    }
  }

  private static void check(int seed, Map<RequestOutputKind, List<CompletionOutput>> runs) {
    List<CompletionOutput> deltas = runs.getOrDefault(RequestOutputKind.DELTA, List.of());
    List<CompletionOutput> cumulative = runs.getOrDefault(RequestOutputKind.CUMULATIVE, List.of());
    List<CompletionOutput> finals = runs.getOrDefault(RequestOutputKind.FINAL_ONLY, List.of());
    assertThat(finals).as("seed %d", seed).hasSize(1);
    CompletionOutput whole = finals.get(0);
    assertThat(cumulative.get(cumulative.size() - 1)).as("seed %d", seed).isEqualTo(whole);
    String joined = deltas.stream().map(CompletionOutput::text).collect(Collectors.joining());
    assertThat(joined).as("seed %d", seed).isEqualTo(whole.text());
    List<Integer> ids = deltas.stream().flatMap(delta -> delta.tokenIds().stream()).toList();
    assertThat(ids).as("seed %d", seed).isEqualTo(whole.tokenIds());
    assertThat(deltas.stream().mapToInt(StreamPropertyTest::positions).sum())
        .as("seed %d", seed)
        .isEqualTo(whole.tokenIds().size());
    String before = "";
    for (CompletionOutput output : cumulative) {
      assertThat(output.text()).as("seed %d", seed).startsWith(before);
      before = output.text();
    }
    for (CompletionOutput delta : deltas) {
      assertThat(endsInsidePair(delta.text())).as("seed %d", seed).isFalse();
    }
  }

  private static int positions(CompletionOutput output) {
    @Nullable List<?> logprobs = output.logprobs();
    return logprobs == null ? -1 : logprobs.size();
  }

  private static boolean endsInsidePair(String text) {
    return !text.isEmpty() && Character.isHighSurrogate(text.charAt(text.length() - 1));
  }
}
