// SPDX-License-Identifier: Apache-2.0
package dev.javelin.scheduler;

import dev.javelin.engineapi.EngineCoreRequest;
import dev.javelin.engineapi.LoRARequest;
import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.TokenLogprobs;
import dev.javelin.scheduler.ModelRunnerOutput.RequestResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A model runner whose next token is a digest of all tokens before it, read through a two-layer
 * cache by block table and slot: a wrong, stale or uncomputed block changes the tokens. {@link
 * #continuation} gives what must come out.
 */
final class FakeModel {
  static final int VOCAB = 40;

  /** What the runner keeps of a request. */
  private static final class State {
    final EngineCoreRequest request;
    final List<Integer> tokens;
    int[] table = new int[0];
    boolean promptScored;
    int scoredTo;

    State(EngineCoreRequest request) {
      this.request = request;
      tokens = new ArrayList<>(request.promptTokenIds());
    }
  }

  private final int blockSize;
  private final int window;
  private final long[] first;
  private final long[] second;
  private final Map<String, State> states = new HashMap<>();
  private final Set<String> failing = new HashSet<>();
  private int maxTokensOfAStep;

  FakeModel(int numBlocks, int blockSize, int window) {
    this.blockSize = blockSize;
    this.window = window;
    first = new long[numBlocks * blockSize];
    second = new long[numBlocks * blockSize];
  }

  /** The next results of this request are errors. */
  void failRequest(String id) {
    failing.add(id);
  }

  int numStates() {
    return states.size();
  }

  int maxTokensOfAStep() {
    return maxTokensOfAStep;
  }

  /** A step whose forward pass throws after having written nonsense into half of its slots. */
  RuntimeException executeAndThrow(SchedulerOutput step) {
    accept(step);
    for (ScheduledRequest part : step.scheduled()) {
      State state = state(part);
      int middle = part.numComputedTokens() + part.numScheduledTokens() / 2;
      for (int position = part.numComputedTokens(); position < middle; position++) {
        first[slot(state, position)] = 0xBAD;
        second[slot(state, position)] = 0xBAD;
      }
    }
    return new RuntimeException("out of fake memory");
  }

  ModelRunnerOutput execute(SchedulerOutput step) {
    accept(step);
    writeFirstLayer(step);
    writeSecondLayer(step);
    Map<String, RequestResult> results = new LinkedHashMap<>();
    for (ScheduledRequest part : step.scheduled()) {
      results.put(part.requestId(), result(part));
    }
    return new ModelRunnerOutput(results);
  }

  private void accept(SchedulerOutput step) {
    step.finishedRequestIds().forEach(states::remove);
    for (EngineCoreRequest request : step.newRequests()) {
      check(states.put(request.requestId(), new State(request)) == null, "new twice");
    }
    int total = 0;
    for (ScheduledRequest part : step.scheduled()) {
      State state = state(part);
      state.table = part.blocksReplaced() ? part.blockIds() : concat(state.table, part.blockIds());
      int end = part.numComputedTokens() + part.numScheduledTokens();
      check(part.numScheduledTokens() > 0, "nothing to compute");
      check(end <= state.tokens.size(), "unknown tokens scheduled");
      check(state.table.length == (end + blockSize - 1) / blockSize, "table does not fit");
      total += part.numScheduledTokens();
    }
    check(total == step.totalTokens(), "wrong total");
    maxTokensOfAStep = Math.max(maxTokensOfAStep, total);
  }

  private void writeFirstLayer(SchedulerOutput step) {
    Set<Integer> written = new HashSet<>();
    for (ScheduledRequest part : step.scheduled()) {
      State state = state(part);
      for (int i = 0; i < part.numScheduledTokens(); i++) {
        int position = part.numComputedTokens() + i;
        int slot = slot(state, position);
        check(written.add(slot), "slot written twice in a step");
        first[slot] = firstLayer(tenant(state.request), state.tokens.get(position), position);
      }
    }
  }

  private void writeSecondLayer(SchedulerOutput step) {
    for (ScheduledRequest part : step.scheduled()) {
      State state = state(part);
      for (int i = 0; i < part.numScheduledTokens(); i++) {
        int position = part.numComputedTokens() + i;
        second[slot(state, position)] = attend(state, first, position);
      }
    }
  }

  private RequestResult result(ScheduledRequest part) {
    State state = state(part);
    if (failing.remove(part.requestId())) {
      return new RequestResult(TokenIds.empty(), null, null, "every token is banned");
    }
    int end = part.numComputedTokens() + part.numScheduledTokens();
    if (state.request.samplingParams().promptLogprobs() != null && !state.promptScored) {
      check(part.numComputedTokens() <= state.scoredTo, "prompt positions were not computed");
      state.scoredTo = Math.max(state.scoredTo, end);
    }
    if (end < state.tokens.size()) {
      return RequestResult.NONE;
    }
    int token = toToken(attend(state, second, end - 1));
    state.tokens.add(token);
    return new RequestResult(TokenIds.of(token), null, promptLogprobs(state), null);
  }

  private @Nullable List<TokenLogprobs> promptLogprobs(State state) {
    if (state.request.samplingParams().promptLogprobs() == null || state.promptScored) {
      return null;
    }
    state.promptScored = true;
    List<TokenLogprobs> all = new ArrayList<>();
    for (int token :
        state.request.promptTokenIds().subList(1, state.request.promptTokenIds().size())) {
      all.add(new TokenLogprobs(TokenIds.of(token), new float[1], 1));
    }
    return all;
  }

  private long attend(State state, long[] layer, int query) {
    long digest = query;
    for (int key = windowStart(query, window); key <= query; key++) {
      digest = mix(digest, layer[slot(state, key)]);
    }
    return digest;
  }

  private int slot(State state, int position) {
    int block = state.table[position / blockSize];
    check(block != 0, "null block is read or written");
    return block * blockSize + position % blockSize;
  }

  private State state(ScheduledRequest part) {
    return Objects.requireNonNull(states.get(part.requestId()), part.requestId());
  }

  /** The next {@code count} tokens that the model gives after the request's prompt. */
  static List<Integer> continuation(EngineCoreRequest request, int count, int window) {
    List<Integer> tokens = new ArrayList<>(request.promptTokenIds());
    List<Long> first = new ArrayList<>();
    List<Long> second = new ArrayList<>();
    int promptLength = tokens.size();
    while (tokens.size() < promptLength + count) {
      for (int query = first.size(); query < tokens.size(); query++) {
        first.add(firstLayer(tenant(request), tokens.get(query), query));
        second.add(attend(first, query, window));
      }
      tokens.add(toToken(attend(second, tokens.size() - 1, window)));
    }
    return tokens.subList(promptLength, promptLength + count);
  }

  private static long attend(List<Long> layer, int query, int window) {
    long digest = query;
    for (int key = windowStart(query, window); key <= query; key++) {
      digest = mix(digest, layer.get(key));
    }
    return digest;
  }

  private static int windowStart(int query, int window) {
    return window == 0 ? 0 : Math.max(0, query - window + 1);
  }

  /** Adapter and salt change the values, so that a hit across them changes the tokens. */
  private static long tenant(EngineCoreRequest request) {
    LoRARequest lora = request.loraRequest();
    Map<String, String> keys = new TreeMap<>();
    if (lora != null) {
      keys.put("lora", lora.name());
    }
    if (request.cacheSalt() != null) {
      keys.put("salt", request.cacheSalt());
    }
    return keys.hashCode();
  }

  private static long firstLayer(long tenant, int token, int position) {
    return mix(mix(tenant, token), position);
  }

  private static int toToken(long digest) {
    return (int) Long.remainderUnsigned(digest, VOCAB);
  }

  private static long mix(long a, long b) {
    long z = (a ^ b * 0x9E3779B97F4A7C15L) + 0x632BE59BD9B4E019L;
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }

  private static int[] concat(int[] head, int[] tail) {
    int[] all = Arrays.copyOf(head, head.length + tail.length);
    System.arraycopy(tail, 0, all, head.length, tail.length);
    return all;
  }

  private static void check(boolean holds, String violation) {
    if (!holds) {
      throw new AssertionError("the runner cannot do this step: " + violation);
    }
  }
}
