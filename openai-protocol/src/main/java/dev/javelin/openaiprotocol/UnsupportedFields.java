// SPDX-License-Identifier: Apache-2.0
package dev.javelin.openaiprotocol;

import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Fields of OpenAI's and vLLM's requests whose features are not built. They are refused, never
 * ignored, unless they ask for nothing.
 */
final class UnsupportedFields {
  /** The values that ask for nothing, by field. */
  private static final Map<String, Set<Object>> REFUSED =
      Map.ofEntries(
          Map.entry("suffix", Set.of("")),
          Map.entry("best_of", Set.of(1)),
          Map.entry("use_beam_search", Set.of(false)),
          Map.entry("prompt_embeds", Set.of()),
          Map.entry("response_format", Set.of(Map.of("type", "text"))),
          Map.entry("structured_outputs", Set.of()),
          Map.entry("guided_json", Set.of()),
          Map.entry("guided_regex", Set.of()),
          Map.entry("guided_choice", Set.of()),
          Map.entry("guided_grammar", Set.of()),
          Map.entry("thinking_token_budget", Set.of()),
          Map.entry("kv_transfer_params", Set.of()),
          Map.entry("vllm_xargs", Set.of(Map.of())),
          Map.entry("mm_processor_kwargs", Set.of(Map.of())),
          Map.entry("logits_processors", Set.of(List.of())),
          Map.entry("functions", Set.of()),
          Map.entry("function_call", Set.of("none")),
          Map.entry("modalities", Set.of(List.of("text"))),
          Map.entry("audio", Set.of()),
          Map.entry("prediction", Set.of()),
          Map.entry("web_search_options", Set.of()));

  /** Known fields that cannot change an answer here. */
  private static final Set<String> WITHOUT_EFFECT =
      Set.of(
          "user",
          "metadata",
          "store",
          "service_tier",
          "safety_identifier",
          "prompt_cache_key",
          "length_penalty",
          "parallel_tool_calls",
          "include_reasoning");

  private UnsupportedFields() {}

  /**
   * @throws ApiException if a field asks for something that is not built; names it
   */
  static void refuse(JsonFields fields) {
    REFUSED.forEach(
        (field, harmless) -> {
          JsonNode node = fields.node(field);
          if (node != null && !harmless.contains(Json.toJava(node))) {
            throw ApiException.badRequest(field + " is not supported", field);
          }
        });
    if (fields.bool("stream", false)) {
      throw ApiException.badRequest(
          "stream is not possible here, leave it out or set it to false", "stream");
    }
    if (fields.has("stream_options")) {
      throw ApiException.badRequest("stream_options needs stream=true", "stream_options");
    }
    WITHOUT_EFFECT.forEach(fields::node);
  }
}
