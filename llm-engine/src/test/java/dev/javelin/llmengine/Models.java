// SPDX-License-Identifier: Apache-2.0
package dev.javelin.llmengine;

import dev.javelin.engineapi.EngineConfig;
import dev.javelin.engineapi.EngineConfigBuilder;
import dev.javelin.engineapi.Prompt;
import dev.javelin.engineapi.RequestOutput;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.TokenIds;
import dev.javelin.testsupport.Goldens;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The tiny models and prompts for them. */
final class Models {
  /** Has a byte-level tokenizer and a chat template; 384 ids, 512 tokens of context. */
  static final String LLAMA = "tiny/llama";

  /** Has no tokenizer. */
  static final String WITHOUT_TOKENIZER = "tiny/gpt2_noprefix";

  static final int VOCAB = 384;

  private Models() {}

  /** A configuration on one thread. */
  static EngineConfigBuilder config(String small) {
    return EngineConfig.builder(Goldens.small(small).toString()).threads(1);
  }

  static LLM llama() {
    return LLM.load(config(LLAMA).build());
  }

  /** A prompt of random ordinary ids. */
  static Prompt.Tokens prompt(int seed, int length) {
    int[] ids = new Random(seed).ints(length, 5, VOCAB).toArray();
    return new Prompt.Tokens(TokenIds.of(ids), null, null);
  }

  /** The ids of the only completion. */
  static List<Integer> ids(RequestOutput output) {
    return output.outputs().get(0).tokenIds();
  }

  static List<List<Integer>> ids(List<RequestOutput> outputs) {
    return outputs.stream().map(Models::ids).toList();
  }

  /** Steps until nothing is left, and gives all that came. */
  static List<RequestOutput> drain(LLMEngine engine) {
    List<RequestOutput> outputs = new ArrayList<>();
    while (engine.hasUnfinishedRequests()) {
      outputs.addAll(engine.step());
    }
    return outputs;
  }

  /** The last output of a request, which has all of it where outputs are cumulative. */
  static RequestOutput last(List<RequestOutput> outputs, String id) {
    return outputs.stream().filter(o -> o.requestId().equals(id)).reduce((a, b) -> b).orElseThrow();
  }

  /** The ids that an idle engine generates for one prompt. */
  static List<Integer> run(LLMEngine engine, Prompt prompt, SamplingParams params) {
    engine.addRequest("r", prompt, params);
    return ids(last(drain(engine), "r"));
  }
}
