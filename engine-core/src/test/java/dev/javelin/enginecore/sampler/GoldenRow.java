// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.sampler;

import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.TokenConstraints;
import dev.javelin.engineapi.TokenIds;
import dev.javelin.testsupport.Goldens;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** One row of the reference data for sampling: what goes in, and what is expected. */
record GoldenRow(
    String name,
    float[] logits,
    SamplingParams params,
    TokenConstraints constraints,
    TokenIds prompt,
    TokenIds output,
    JsonNode expected) {
  /** Reads the rows of a file of the full reference data. */
  static List<JsonNode> full(String file) {
    return Goldens.jsonLines(Goldens.require("goldens-text/sampling/" + file));
  }

  /** Reads the rows of the part that this repository holds. */
  static List<JsonNode> local(String file) {
    URL url = Objects.requireNonNull(GoldenRow.class.getResource("/sampling/" + file), file);
    try {
      return Goldens.jsonLines(Path.of(url.toURI()));
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  static GoldenRow of(JsonNode row) {
    JsonNode p = row.get("params");
    Map<Integer, Double> bias = new HashMap<>();
    p.get("logit_bias")
        .properties()
        .forEach(entry -> bias.put(Integer.valueOf(entry.getKey()), entry.getValue().asDouble()));
    JsonNode allowed = p.get("allowed_token_ids");
    SamplingParams params =
        SamplingParams.builder()
            .temperature(p.get("temperature").asDouble())
            .topK(p.get("top_k").asInt())
            .topP(p.get("top_p").asDouble())
            .minP(p.get("min_p").asDouble())
            .repetitionPenalty(p.get("repetition_penalty").asDouble())
            .presencePenalty(p.get("presence_penalty").asDouble())
            .frequencyPenalty(p.get("frequency_penalty").asDouble())
            .logitBias(bias)
            .allowedTokenIds(allowed.isNull() ? null : ids(allowed))
            .minTokens(p.get("min_tokens").asInt())
            .maxTokens(null)
            .build();
    List<TokenIds> badWords =
        p.get("bad_words_token_ids").valueStream().map(GoldenRow::ids).toList();
    return new GoldenRow(
        row.get("name").asString(),
        floats(row.get("logits_f32le_b64")),
        params,
        new TokenConstraints(null, ids(p.get("stop_token_ids")), badWords),
        ids(row.get("prompt_token_ids")),
        ids(row.get("output_token_ids")),
        row.get("expected"));
  }

  /** The state of the row's request after its output. */
  SamplingState state(long key) {
    return state(params, key);
  }

  SamplingState state(SamplingParams params, long key) {
    SamplingState state = new SamplingState(params, constraints, prompt, key);
    output.forEach(state::append);
    return state;
  }

  double[] expectedProbabilities() {
    ByteBuffer bytes = bytes(expected.get("probs_f64le_b64"));
    double[] values = new double[bytes.remaining() / Double.BYTES];
    bytes.asDoubleBuffer().get(values);
    return values;
  }

  static float[] floats(JsonNode base64) {
    ByteBuffer bytes = bytes(base64);
    float[] values = new float[bytes.remaining() / Float.BYTES];
    bytes.asFloatBuffer().get(values);
    return values;
  }

  static TokenIds ids(JsonNode list) {
    return TokenIds.of(list.valueStream().mapToInt(JsonNode::asInt).toArray());
  }

  private static ByteBuffer bytes(JsonNode base64) {
    return ByteBuffer.wrap(Base64.getDecoder().decode(base64.asString()))
        .order(ByteOrder.LITTLE_ENDIAN);
  }
}
