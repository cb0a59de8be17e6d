// SPDX-License-Identifier: Apache-2.0
package dev.javelin.outputprocessor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.javelin.engineapi.CompletionOutput;
import dev.javelin.engineapi.EngineCoreOutputs;
import dev.javelin.engineapi.FinishReason;
import dev.javelin.engineapi.RequestOutput;
import dev.javelin.engineapi.RequestOutputKind;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.StopReason;
import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.Tokenizer;
import dev.javelin.testsupport.Goldens;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Stop strings against vLLM 0.32, through the whole output processor. */
class StopStringGoldenTest {
  @Test
  void processOutputs_stopStrings_endWhereTheReferenceDoes() {
    List<JsonNode> rows = Goldens.jsonLines(Goldens.require("goldens-text/stop_strings.jsonl"));
    Map<String, Tokenizer> tokenizers = new LinkedHashMap<>();
    List<String> failures = new ArrayList<>();
    for (JsonNode row : rows) {
      Tokenizer tokenizer =
          row.path("kind").asString().equals("texts")
              ? textTokenizer(row)
              : tokenizers.computeIfAbsent(row.path("family").asString(), GoldenTokenizers::open);
      String difference = difference(row, tokenizer);
      if (difference != null) {
        failures.add(difference);
      }
    }
    tokenizers.values().forEach(Tokenizer::close);
    Goldens.report("stop strings", rows.size());
    assertThat(failures).isEmpty();
  }

  @Test
  void processOutputs_stopStringsOfTexts_endWhereTheReferenceDoes() {
    List<String> failures = new ArrayList<>();
    for (JsonNode row : Rows.of("stop_strings.jsonl")) {
      String difference = difference(row, textTokenizer(row));
      if (difference != null) {
        failures.add(difference);
      }
    }
    assertThat(failures).isEmpty();
  }

  private static PieceTokenizer textTokenizer(JsonNode row) {
    List<String> texts = new ArrayList<>();
    row.path("steps").forEach(step -> texts.addAll(GoldenTokenizers.strings(step)));
    return PieceTokenizer.ofTexts(texts);
  }

  /** The ids of each step: with pieces, each has an id of its own; with real ids, one a step. */
  private static List<TokenIds> steps(JsonNode row) {
    List<TokenIds> steps = new ArrayList<>();
    if (row.has("ids")) {
      GoldenTokenizers.ids(row.path("ids")).forEach(id -> steps.add(TokenIds.of(id)));
      return steps;
    }
    int next = 0;
    for (JsonNode step : row.path("steps")) {
      int[] ids = new int[step.size()];
      for (int i = 0; i < ids.length; i++) {
        ids[i] = next++;
      }
      steps.add(TokenIds.of(ids));
    }
    return steps;
  }

  private static SamplingParams params(JsonNode row) {
    return SamplingParams.builder()
        .stop(GoldenTokenizers.strings(row.path("stop")))
        .includeStopStrInOutput(row.path("include_stop_str_in_output").asBoolean())
        .minTokens(row.path("min_tokens").asInt())
        .maxTokens(10_000)
        .skipSpecialTokens(row.path("skip_special_tokens").asBoolean(true))
        .outputKind(RequestOutputKind.DELTA)
        .build();
  }

  private static @Nullable String difference(JsonNode row, Tokenizer tokenizer) {
    OutputProcessor processor = new OutputProcessor(tokenizer, false, 1);
    int[] prompt = GoldenTokenizers.ids(row.path("prompt_ids")).toIntArray();
    processor.addRequest(Core.request("r", params(row), prompt), null, null, 0, null);
    List<TokenIds> steps = steps(row);
    FinishReason end =
        row.path("engine_end").asString().equals("eos") ? FinishReason.STOP : FinishReason.LENGTH;
    List<String> deltas = new ArrayList<>();
    int tokensKept = 0;
    CompletionOutput last = null;
    for (int i = 0; i < steps.size() && (last == null || !last.finished()); i++) {
      FinishReason reason = i == steps.size() - 1 ? end : null;
      EngineCoreOutputs step = Core.step(Core.output("r", steps.get(i), null, reason));
      List<RequestOutput> outputs = processor.processOutputs(step).outputs();
      last = outputs.isEmpty() ? last : outputs.get(0).outputs().get(0);
      deltas.add(outputs.isEmpty() || last == null ? "" : last.text());
      tokensKept += outputs.isEmpty() || last == null ? 0 : last.tokenIds().size();
    }
    String actual = describe(deltas, tokensKept, Objects.requireNonNull(last));
    String expected = describe(row, flush(row, tokenizer, last));
    return actual.equals(expected) ? null : row + "\n   gave " + actual;
  }

  private static String describe(List<String> deltas, int tokensKept, CompletionOutput last) {
    String stop = last.stopReason() instanceof StopReason.Text text ? text.text() : null;
    return deltas + " " + tokensKept + " " + last.finishReason() + " " + stop;
  }

  private static String describe(JsonNode row, String flush) {
    JsonNode expected = row.path("expected");
    List<String> deltas = GoldenTokenizers.strings(expected.path("deltas"));
    if (!flush.isEmpty()) {
      deltas.set(deltas.size() - 1, deltas.get(deltas.size() - 1) + flush);
    }
    String stop =
        expected.path("stop_reason").isNull() ? null : expected.path("stop_reason").asString();
    FinishReason reason =
        FinishReason.valueOf(expected.path("finish_reason").asString().toUpperCase(Locale.ROOT));
    return deltas + " " + expected.path("tokens_kept").asInt() + " " + reason + " " + stop;
  }

  /** The reference drops an incomplete character at the end, where it is due as U+FFFD. */
  private static String flush(JsonNode row, Tokenizer tokenizer, CompletionOutput last) {
    boolean cut = last.stopReason() != null;
    if (cut || !row.has("ids")) {
      return "";
    }
    IncrementalDetokenizer detokenizer =
        new IncrementalDetokenizer(
            tokenizer,
            GoldenTokenizers.ids(row.path("prompt_ids")),
            row.path("skip_special_tokens").asBoolean(),
            true);
    TokenIds ids = GoldenTokenizers.ids(row.path("ids"));
    boolean hidden =
        last.finishReason() == FinishReason.STOP
            && !row.path("include_stop_str_in_output").asBoolean();
    ids.subList(0, ids.size() - (hidden ? 1 : 0)).forEach(detokenizer::append);
    return detokenizer.flush();
  }
}
