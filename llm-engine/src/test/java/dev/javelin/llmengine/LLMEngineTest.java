// SPDX-License-Identifier: Apache-2.0
package dev.javelin.llmengine;

import static dev.javelin.llmengine.Models.LLAMA;
import static dev.javelin.llmengine.Models.config;
import static dev.javelin.llmengine.Models.drain;
import static dev.javelin.llmengine.Models.ids;
import static dev.javelin.llmengine.Models.last;
import static dev.javelin.llmengine.Models.prompt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.CompletionOutput;
import dev.javelin.engineapi.EngineCoreRequest;
import dev.javelin.engineapi.FinishReason;
import dev.javelin.engineapi.Prompt;
import dev.javelin.engineapi.RequestOutput;
import dev.javelin.engineapi.RequestOutputKind;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.StopReason;
import dev.javelin.engineapi.TokenConstraints;
import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.ValidationException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The engine over a real core. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LLMEngineTest {
  private static final SamplingParams GREEDY =
      SamplingParams.greedy(6).with(p -> p.ignoreEos(true));

  private LLMEngine engine;

  @BeforeAll
  void open() {
    engine = LLMEngine.load(config(LLAMA).build());
  }

  @AfterAll
  void close() {
    engine.close();
  }

  private static SamplingParams seeded(long seed) {
    return SamplingParams.builder().temperature(1).seed(seed).maxTokens(6).ignoreEos(true).build();
  }

  private static SamplingParams kind(SamplingParams params, RequestOutputKind kind) {
    return params.with(p -> p.outputKind(kind));
  }

  private static EngineCoreRequest ready(String id, TokenIds ids, SamplingParams params) {
    return new EngineCoreRequest(
        id, ids, params, TokenConstraints.NONE, 0, null, null, 0, Map.of(), null);
  }

  /** Tokens and texts by completion, put together from the outputs of one kind. */
  private record Story(List<List<Integer>> tokens, List<String> texts) {
    static Story of(List<RequestOutput> outputs, int completions, boolean deltas) {
      List<List<Integer>> tokens = new ArrayList<>();
      List<String> texts = new ArrayList<>();
      for (int index = 0; index < completions; index++) {
        List<Integer> ids = new ArrayList<>();
        String text = "";
        for (RequestOutput output : outputs) {
          for (CompletionOutput completion : output.outputs()) {
            if (completion.index() == index) {
              ids = deltas ? new ArrayList<>(ids) : new ArrayList<>();
              ids.addAll(completion.tokenIds());
              text = deltas ? text + completion.text() : completion.text();
            }
          }
        }
        tokens.add(ids);
        texts.add(text);
      }
      return new Story(tokens, texts);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void step_threeKinds_tellTheSameStory(int n) {
    SamplingParams params = seeded(5).with(p -> p.n(n));
    List<Story> stories = new ArrayList<>();
    for (RequestOutputKind kind : RequestOutputKind.values()) {
      engine.addRequest("r", prompt(1, 5), kind(params, kind));
      assertThat(engine.numUnfinishedRequests()).isEqualTo(n);
      List<RequestOutput> outputs = drain(engine);
      assertThat(outputs).hasSize(kind == RequestOutputKind.FINAL_ONLY ? 1 : 6 * n);
      assertThat(outputs).allMatch(output -> output.requestId().equals("r"));
      assertThat(outputs.stream().filter(RequestOutput::finished))
          .containsExactly(outputs.get(outputs.size() - 1));
      stories.add(Story.of(outputs, n, kind == RequestOutputKind.DELTA));
    }
    assertThat(stories).containsOnly(stories.get(0));
    assertThat(stories.get(0).tokens()).allMatch(tokens -> tokens.size() == 6);
  }

  @Test
  void step_streamInterval_givesFirstLastAndEveryFew() {
    try (LLMEngine spaced = LLMEngine.load(config(LLAMA).streamInterval(4).build())) {
      spaced.addRequest("r", prompt(1, 5), SamplingParams.greedy(10).with(p -> p.ignoreEos(true)));
      assertThat(ids(drain(spaced)).stream().map(List::size)).containsExactly(1, 5, 9, 10);
    }
  }

  @ParameterizedTest
  @EnumSource(RequestOutputKind.class)
  void addRequest_moreCompletionsThanSlots_allAreMade(RequestOutputKind kind) {
    try (LLMEngine narrow = LLMEngine.load(config(LLAMA).maxNumSeqs(1).build())) {
      narrow.addRequest("r", prompt(1, 5), kind(seeded(9).with(p -> p.n(4)), kind));
      engine.addRequest("r", prompt(1, 5), kind(seeded(9).with(p -> p.n(4)), kind));
      boolean deltas = kind == RequestOutputKind.DELTA;
      assertThat(Story.of(drain(narrow), 4, deltas)).isEqualTo(Story.of(drain(engine), 4, deltas));
    }
  }

  @Test
  void addRequest_sameExternalIdTwice_bothRunUnderIdsOfTheirOwn() {
    String first = engine.addRequest("same", prompt(1, 3), GREEDY);
    String second = engine.addRequest("same", prompt(2, 3), GREEDY);
    assertThat(first).isNotEqualTo(second).startsWith("same-");
    List<RequestOutput> finished = drain(engine).stream().filter(RequestOutput::finished).toList();
    assertThat(finished).hasSize(2).allMatch(output -> output.requestId().equals("same"));
  }

  @Test
  void abortRequest_externalId_endsEveryLiveRequestOfThatIdAndNoOther() {
    engine.addRequest("same", prompt(1, 3), GREEDY);
    engine.addRequest("other", prompt(3, 3), GREEDY);
    engine.addRequest("same", prompt(2, 3), seeded(1).with(p -> p.n(2)));
    engine.step();
    engine.abortRequest(List.of("same", "unknown"));
    assertThat(engine.numUnfinishedRequests()).isEqualTo(1);
    assertThat(drain(engine)).isNotEmpty().allMatch(output -> output.requestId().equals("other"));
    assertThat(engine.resetPrefixCache()).isTrue();
  }

  @Test
  void abortRequest_internalIdOfAParent_endsItsCompletionsOnly() {
    String parent = engine.addRequest("same", prompt(2, 3), seeded(1).with(p -> p.n(3)));
    engine.addRequest("same", prompt(1, 3), GREEDY);
    engine.step();
    engine.abortRequest(List.of(parent), true);
    engine.abortRequest(List.of(parent), true);
    List<RequestOutput> rest = drain(engine);
    assertThat(rest.get(rest.size() - 1).promptTokenIds()).isEqualTo(prompt(1, 3).ids());
    engine.abortRequest(List.of("same"));
    engine.abortRequest(List.of(parent), true);
    assertThat(engine.step()).isEmpty();
    assertThat(engine.resetPrefixCache()).isTrue();
  }

  @Test
  void abortRequest_oneChild_theOthersEndTheRequest() {
    String parent =
        engine.addRequest(
            "r", prompt(2, 3), kind(seeded(1).with(p -> p.n(3)), RequestOutputKind.FINAL_ONLY));
    engine.step();
    engine.abortRequest(List.of("1_" + parent), true);
    List<RequestOutput> outputs = drain(engine);
    assertThat(outputs).hasSize(1);
    assertThat(outputs.get(0).finished()).isTrue();
    assertThat(outputs.get(0).outputs().stream().map(CompletionOutput::index)).contains(0, 2);
  }

  @Test
  void addRequest_readyMadeRequest_runsAsItIsUnderItsOwnId() {
    String internal = engine.addRequest("ignored", ready("own", prompt(1, 5).ids(), GREEDY));
    assertThat(internal).startsWith("own-");
    List<RequestOutput> outputs = drain(engine);
    RequestOutput last = outputs.get(outputs.size() - 1);
    assertThat(last.requestId()).isEqualTo("own");
    assertThat(last.prompt()).isNull();
    engine.addRequest("r", prompt(1, 5), GREEDY);
    List<RequestOutput> rendered = drain(engine);
    assertThat(ids(last)).isEqualTo(ids(rendered.get(rendered.size() - 1)));
  }

  @Test
  void addRequest_readyMadeWithPresetExternalId_refused() {
    EngineCoreRequest preset = ready("own", prompt(1, 5).ids(), GREEDY).withRequestId("internal");
    assertThatThrownBy(() -> engine.addRequest("internal", preset))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("external_req_id");
    assertThat(engine.hasUnfinishedRequests()).isFalse();
  }

  @Test
  void addRequest_readyMadeThatTheModelCannotRun_refusedAndOthersGoOn() {
    engine.addRequest("good", prompt(1, 5), GREEDY);
    engine.step();
    List<SamplingParams> bad =
        List.of(
            GREEDY.with(p -> p.allowedTokenIds(List.of(5, 384))),
            GREEDY.with(p -> p.logitBias(Map.of(384, 1.0))),
            GREEDY.with(p -> p.stopTokenIds(List.of(99_999_999)).minTokens(2)),
            GREEDY.with(p -> p.logprobTokenIds(List.of(384)).logprobs(1)));
    for (SamplingParams params : bad) {
      assertThatThrownBy(() -> engine.addRequest("bad", ready("bad", prompt(2, 5).ids(), params)))
          .as(params.toString())
          .isInstanceOf(ValidationException.class);
    }
    for (TokenIds ids :
        List.of(TokenIds.of(5, 384), TokenIds.of(-1), TokenIds.empty(), prompt(0, 600).ids())) {
      assertThatThrownBy(() -> engine.addRequest("bad", ready("bad", ids, GREEDY)))
          .as("%d ids", ids.size())
          .isInstanceOf(ValidationException.class);
    }
    List<RequestOutput> outputs = drain(engine);
    assertThat(outputs).allMatch(output -> output.requestId().equals("good"));
    assertThat(outputs.get(outputs.size() - 1).outputs().get(0).finishReason())
        .isEqualTo(FinishReason.LENGTH);
  }

  @Test
  void step_stopString_endsOneCompletionWhileOthersRun() {
    engine.addRequest("r", prompt(1, 5), GREEDY);
    List<RequestOutput> plain = drain(engine);
    String text = plain.get(plain.size() - 1).outputs().get(0).text();
    String stop = text.substring(text.length() / 2, text.length() / 2 + 1);
    engine.addRequest("stops", prompt(1, 5), GREEDY.with(p -> p.stop(List.of(stop))));
    engine.addRequest("runs", prompt(1, 5), GREEDY);
    List<RequestOutput> outputs = drain(engine);
    CompletionOutput stopped = last(outputs, "stops").outputs().get(0);
    assertThat(stopped.finishReason()).isEqualTo(FinishReason.STOP);
    assertThat(stopped.stopReason()).isEqualTo(new StopReason.Text(stop));
    assertThat(stopped.text()).isEqualTo(text.substring(0, text.indexOf(stop)));
    assertThat(last(outputs, "runs").outputs().get(0).text()).isEqualTo(text);
  }

  @Test
  void step_ignoreEos_onlyExplicitStopIdsEndIt() {
    // Greedy: 11, 22, 5, 9, 1, 8, ...; both 9 and 2 are end tokens.
    TokenIds prompt = TokenIds.of(1, 7, 14, 24, 6);
    try (LLM llm = LLM.load(config("cases/hf/eos_three_sources").build())) {
      SamplingParams ignoring = GREEDY.with(p -> p.ignoreEos(true));
      List<SamplingParams> params =
          List.of(
              ignoring,
              ignoring.with(p -> p.stopTokenIds(List.of(5))),
              ignoring.with(p -> p.stopTokenIds(List.of(9))),
              GREEDY.with(p -> p.ignoreEos(false)),
              GREEDY.with(p -> p.ignoreEos(false).minTokens(5)));
      List<RequestOutput> outputs =
          llm.generate(
              IntStream.range(0, 5).mapToObj(i -> Prompt.tokens(prompt)).toList(),
              GenerateOptions.of(params));
      assertThat(ids(outputs).subList(0, 4))
          .containsExactly(
              List.of(11, 22, 5, 9, 1, 8),
              List.of(11, 22, 5),
              List.of(11, 22, 5, 9),
              List.of(11, 22, 5, 9));
      assertThat(ids(outputs.get(4)).subList(0, 5)).doesNotContain(9, 2);
    }
  }

  @Test
  void abortRequest_atRandomTimes_everyOtherRequestEndsOnceAndWhole() {
    Random random = new Random(42);
    Map<String, Integer> expected = new HashMap<>();
    Map<String, Integer> finished = new HashMap<>();
    for (int i = 0; i < 400 || engine.hasUnfinishedRequests(); i++) {
      if (i < 400) {
        String id = "r" + i;
        int tokens = 1 + random.nextInt(5);
        engine.addRequest(id, prompt(i, 1 + i % 6), GREEDY.with(p -> p.maxTokens(tokens)));
        expected.put(id, tokens);
        String aborted = "r" + random.nextInt(i + 1);
        if (i % 3 == 0 && !finished.containsKey(aborted)) {
          engine.abortRequest(List.of(aborted));
          expected.remove(aborted);
        }
      }
      if (i % 2 == 0 || i >= 400) {
        for (RequestOutput output : engine.step()) {
          if (output.finished()) {
            assertThat(finished.put(output.requestId(), ids(output).size())).isNull();
          }
        }
      }
    }
    assertThat(finished).isEqualTo(expected);
    assertThat(engine.resetPrefixCache()).isTrue();
  }

  @Test
  void close_withLiveRequests_forgetsThem() {
    LLMEngine closed = LLMEngine.load(config(LLAMA).build());
    closed.addRequest("r", prompt(0, 4), GREEDY);
    closed.step();
    closed.close();
    closed.close();
    assertThat(closed.hasUnfinishedRequests()).isFalse();
    assertThatThrownBy(closed::step).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> closed.abortRequest(List.of("r")))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> closed.addRequest("r", prompt(0, 4), GREEDY))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(closed::renderer).isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void load_twoModelsInOneJvm_closeInEitherOrder(boolean firstOneFirst) {
    LLMEngine gpt2 = LLMEngine.load(config("tiny/gpt2").build());
    LLMEngine qwen = LLMEngine.load(config("tiny/qwen2").build());
    List<Integer> expected = run(firstOneFirst ? qwen : gpt2);
    run(firstOneFirst ? gpt2 : qwen);
    (firstOneFirst ? gpt2 : qwen).close();
    assertThat(run(firstOneFirst ? qwen : gpt2)).isEqualTo(expected);
    (firstOneFirst ? qwen : gpt2).close();
  }

  private static List<Integer> run(LLMEngine engine) {
    return Models.run(engine, prompt(3, 6), GREEDY);
  }
}
