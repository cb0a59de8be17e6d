// SPDX-License-Identifier: Apache-2.0
package dev.javelin.outputprocessor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.javelin.engineapi.CompletionOutput;
import dev.javelin.engineapi.EngineCoreOutput;
import dev.javelin.engineapi.FinishReason;
import dev.javelin.engineapi.Logprob;
import dev.javelin.engineapi.RequestOutput;
import dev.javelin.engineapi.RequestOutputKind;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.TokenIds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Token streams that went wrong in real projects, in every kind of output and grouping. */
class TokenStreamTest {
  static Stream<Arguments> streams() {
    return Rows.of("token_streams.jsonl").stream()
        .flatMap(
            row ->
                Stream.of(RequestOutputKind.values())
                    .flatMap(
                        kind ->
                            Stream.of(1, 3, 1000)
                                .map(
                                    size ->
                                        Arguments.of(
                                            row.path("name").asString(), kind, size, row))));
  }

  @ParameterizedTest(name = "{0} {1} {2} tokens a step")
  @MethodSource("streams")
  void processOutputs_stream_givesTheTextIdsAndLogprobs(
      String name, RequestOutputKind kind, int stepSize, JsonNode row) {
    List<String> pieces = GoldenTokenizers.strings(row.path("pieces_hex"));
    List<String> prompt = GoldenTokenizers.strings(row.path("prompt_pieces_hex"));
    List<String> vocabulary = new ArrayList<>(pieces);
    vocabulary.addAll(prompt);
    PieceTokenizer tokenizer = PieceTokenizer.ofHex(vocabulary, special(row));
    OutputProcessor processor = new OutputProcessor(tokenizer, false, 1);
    int[] promptIds = IntStream.range(pieces.size(), vocabulary.size()).toArray();
    processor.addRequest(Core.request("r", params(row, kind), promptIds), null, null, 0, null);

    List<CompletionOutput> outputs = run(processor, pieces.size(), stepSize);

    CompletionOutput last = outputs.get(outputs.size() - 1);
    String text = kind == RequestOutputKind.DELTA ? joinTexts(outputs) : last.text();
    List<Integer> ids = new ArrayList<>();
    List<Map<Integer, Logprob>> logprobs = new ArrayList<>();
    for (CompletionOutput output : kind == RequestOutputKind.DELTA ? outputs : List.of(last)) {
      ids.addAll(output.tokenIds());
      logprobs.addAll(Objects.requireNonNull(output.logprobs()));
    }
    JsonNode expect = row.path("expect");
    assertThat(text).isIn(accepted(name, expect.path("text").asString()));
    assertThat(last.finishReason())
        .isEqualTo(
            expect.path("finish_reason").asString().equals("stop")
                ? FinishReason.STOP
                : FinishReason.LENGTH);
    assertThat(ids).hasSize(expect.path("pieces_used").asInt());
    assertThat(logprobs).hasSameSizeAs(ids);
    assertThat(processor.hasUnfinishedRequests()).isFalse();
  }

  private static List<CompletionOutput> run(OutputProcessor processor, int count, int stepSize) {
    List<CompletionOutput> outputs = new ArrayList<>();
    for (int from = 0; from < count && processor.hasUnfinishedRequests(); from += stepSize) {
      int to = Math.min(count, from + stepSize);
      TokenIds ids = TokenIds.of(IntStream.range(from, to).toArray());
      FinishReason reason = to == count ? FinishReason.LENGTH : null;
      EngineCoreOutput output = Core.withLogprobs(Core.output("r", ids, null, reason));
      for (RequestOutput made : processor.processOutputs(Core.step(output)).outputs()) {
        outputs.addAll(made.outputs());
      }
    }
    return outputs;
  }

  private static Set<Integer> special(JsonNode row) {
    return new HashSet<>(GoldenTokenizers.ids(row.path("special")));
  }

  private static SamplingParams params(JsonNode row, RequestOutputKind kind) {
    return SamplingParams.builder()
        .stop(GoldenTokenizers.strings(row.path("stop")))
        .includeStopStrInOutput(row.path("include_stop_in_output").asBoolean())
        .skipSpecialTokens(row.path("skip_special_tokens").asBoolean())
        .logprobs(0)
        .maxTokens(10_000)
        .outputKind(kind)
        .build();
  }

  /** The character that the prompt began may be shown whole instead of as two replacements. */
  private static List<String> accepted(String name, String text) {
    return name.equals("prompt_ends_inside_character")
        ? List.of(text, "\uD83D\uDE00 hi")
        : List.of(text);
  }

  private static String joinTexts(List<CompletionOutput> outputs) {
    StringBuilder text = new StringBuilder();
    outputs.forEach(output -> text.append(output.text()));
    return text.toString();
  }
}
