// SPDX-License-Identifier: Apache-2.0
package dev.javelin.scheduler;

import dev.javelin.engineapi.EngineCoreRequest;
import dev.javelin.engineapi.LoRARequest;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.SamplingParamsBuilder;
import dev.javelin.engineapi.TokenConstraints;
import dev.javelin.engineapi.TokenIds;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Makes requests; the defaults are a greedy request of priority 0 that arrives at time 0. */
final class TestRequest {
  private final String id;
  private TokenIds prompt;
  private SamplingParams params = SamplingParams.greedy(4);
  private @Nullable Integer eos;
  private double arrivalTime;
  private int priority;
  private @Nullable LoRARequest lora;
  private @Nullable String salt;

  private TestRequest(String id, TokenIds prompt) {
    this.id = id;
    this.prompt = prompt;
  }

  /** With the prompt tokens {@code first, first + 1, ...}. */
  static TestRequest of(String id, int first, int length) {
    int[] ids = new int[length];
    for (int i = 0; i < length; i++) {
      ids[i] = first + i;
    }
    return new TestRequest(id, TokenIds.of(ids));
  }

  static TestRequest of(String id, List<Integer> prompt) {
    return new TestRequest(id, TokenIds.copyOf(prompt));
  }

  TestRequest maxTokens(@Nullable Integer maxTokens) {
    return params(builder -> builder.maxTokens(maxTokens));
  }

  TestRequest params(UnaryOperator<SamplingParamsBuilder> change) {
    params = params.with(change);
    return this;
  }

  TestRequest eos(int tokenId) {
    eos = tokenId;
    return this;
  }

  TestRequest priority(int value) {
    priority = value;
    return this;
  }

  TestRequest arrival(double seconds) {
    arrivalTime = seconds;
    return this;
  }

  TestRequest lora(String name) {
    lora = new LoRARequest(name, "adapters/" + name);
    return this;
  }

  TestRequest salt(String value) {
    salt = value;
    return this;
  }

  EngineCoreRequest build() {
    return new EngineCoreRequest(
        id,
        prompt,
        params,
        new TokenConstraints(eos, TokenIds.empty(), List.of()),
        arrivalTime,
        lora,
        salt,
        priority,
        Map.of(),
        null);
  }
}
