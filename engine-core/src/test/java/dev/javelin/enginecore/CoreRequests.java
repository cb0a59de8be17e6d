// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore;

import dev.javelin.engineapi.EngineCoreOutput;
import dev.javelin.engineapi.EngineCoreOutputs;
import dev.javelin.engineapi.EngineCoreRequest;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.TokenConstraints;
import dev.javelin.engineapi.TokenIds;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds core requests and runs a core to the end. */
final class CoreRequests {
  private CoreRequests() {}

  static EngineCoreRequest request(
      String id, TokenIds prompt, SamplingParams params, int priority) {
    return new EngineCoreRequest(
        id, prompt, params, TokenConstraints.NONE, 0, null, null, priority, Map.of(), null);
  }

  static EngineCoreRequest request(String id, TokenIds prompt, SamplingParams params) {
    return request(id, prompt, params, 0);
  }

  /** A prompt that differs from that of every other seed. */
  static TokenIds prompt(int seed, int length, int vocabSize) {
    int[] ids = new int[length];
    long state = 0x9E3779B97F4A7C15L * (seed + 1);
    for (int i = 0; i < length; i++) {
      state = state * 6364136223846793005L + 1442695040888963407L;
      ids[i] = (int) ((state >>> 33) % (vocabSize - 3)) + 3;
    }
    return TokenIds.of(ids);
  }

  /** Everything that each request produced; fails if one ends twice or speaks after its end. */
  static final class Results {
    final Map<String, List<Integer>> tokens = new LinkedHashMap<>();
    final Map<String, EngineCoreOutput> last = new LinkedHashMap<>();

    void add(EngineCoreOutputs outputs) {
      for (EngineCoreOutput output : outputs.outputs()) {
        EngineCoreOutput before = last.put(output.requestId(), output);
        if (before != null && before.finished()) {
          throw new AssertionError("output after the end: " + output);
        }
        tokens
            .computeIfAbsent(output.requestId(), id -> new ArrayList<>())
            .addAll(output.newTokenIds());
      }
    }
  }

  static Results run(EngineCore core, List<EngineCoreRequest> requests) {
    requests.forEach(core::addRequest);
    Results results = new Results();
    while (core.hasUnfinishedRequests()) {
      results.add(core.step());
    }
    return results;
  }
}
