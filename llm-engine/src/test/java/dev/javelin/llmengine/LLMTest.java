// SPDX-License-Identifier: Apache-2.0
package dev.javelin.llmengine;

import static dev.javelin.llmengine.Models.LLAMA;
import static dev.javelin.llmengine.Models.config;
import static dev.javelin.llmengine.Models.ids;
import static dev.javelin.llmengine.Models.prompt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.ChatMessage;
import dev.javelin.engineapi.ChatTemplateException;
import dev.javelin.engineapi.CompletionOutput;
import dev.javelin.engineapi.FinishReason;
import dev.javelin.engineapi.LoRARequest;
import dev.javelin.engineapi.ProgressListener;
import dev.javelin.engineapi.Prompt;
import dev.javelin.engineapi.RequestOutput;
import dev.javelin.engineapi.RequestOutputKind;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.ValidationException;
import dev.javelin.inputprocessor.ChatRequest;
import dev.javelin.testsupport.Goldens;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LLMTest {
  private static final SamplingParams GREEDY = SamplingParams.greedy(6);

  private LLM llm;

  @BeforeAll
  void open() {
    llm = Models.llama();
  }

  @AfterAll
  void close() {
    llm.close();
  }

  private static SamplingParams seeded(long seed) {
    return SamplingParams.builder().temperature(1).seed(seed).maxTokens(8).build();
  }

  @Test
  void generate_goldenPrompts_givesTransformersTokens() {
    List<Prompt> prompts = new ArrayList<>();
    List<List<Integer>> expected = new ArrayList<>();
    int tokens = 0;
    for (JsonNode golden :
        Goldens.json(Goldens.small(LLAMA).resolve("golden.json")).get("prompts")) {
      List<Integer> greedy = golden.get("greedy_ids").valueStream().map(JsonNode::asInt).toList();
      prompts.add(Prompt.tokens(golden.get("ids").valueStream().map(JsonNode::asInt).toList()));
      expected.add(greedy);
      tokens = greedy.size();
    }
    int maxTokens = tokens;
    List<RequestOutput> outputs =
        llm.generate(
            prompts,
            SamplingParams.builder().temperature(0).maxTokens(maxTokens).ignoreEos(true).build());
    assertThat(ids(outputs)).isEqualTo(expected);
    Goldens.report("golden prompts through LLM", prompts.size());
  }

  @Test
  void generate_oneText_givesOneFinishedOutputWithItsPrompt() {
    RequestOutput output = llm.generate("hello", GREEDY);
    assertThat(output.finished()).isTrue();
    assertThat(output.prompt()).isEqualTo("hello");
    assertThat(output.promptTokenIds()).containsExactly(262, 291, 83);
    assertThat(output.outputs()).hasSize(1);
    assertThat(output.outputs().get(0).text())
        .isEqualTo(llm.engine().tokenizer().orElseThrow().decode(ids(output), true));
  }

  @Test
  void generate_promptsThatEndInAnotherOrder_outputsAreInTheOrderOfPrompts() {
    List<Prompt.Tokens> prompts = IntStream.range(0, 13).mapToObj(i -> prompt(i, 1 + i)).toList();
    List<SamplingParams> params =
        IntStream.range(0, 13)
            .mapToObj(i -> SamplingParams.greedy(1 + (i * 5) % 13).with(p -> p.ignoreEos(true)))
            .toList();
    List<RequestOutput> outputs = llm.generate(prompts, GenerateOptions.of(params));
    assertThat(outputs.stream().map(RequestOutput::promptTokenIds))
        .containsExactlyElementsOf(prompts.stream().map(Prompt.Tokens::ids).toList());
    assertThat(ids(outputs).stream().map(List::size))
        .containsExactlyElementsOf(params.stream().map(SamplingParams::maxTokens).toList());
  }

  @Test
  void generate_noPrompts_givesNoOutputs() {
    assertThat(llm.generate(List.of(), GREEDY)).isEmpty();
    assertThat(llm.generate(List.of(), GenerateOptions.defaults())).isEmpty();
  }

  @Test
  void generate_listsOfAnotherLength_refusedNamingBothLengths() {
    List<Prompt> prompts = List.of(prompt(0, 2), prompt(1, 2), prompt(2, 2));
    LoRARequest lora = new LoRARequest("a", "b");
    for (GenerateOptions options :
        List.of(
            GenerateOptions.of(List.of(GREEDY, GREEDY)),
            GenerateOptions.of(GREEDY).withPriorities(List.of(1, 2)),
            new GenerateOptions(
                List.of(), List.of(), List.of(lora, lora), ProgressListener.NONE))) {
      assertThatThrownBy(() -> llm.generate(prompts, options))
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("length=2")
          .hasMessageContaining("3 prompts");
    }
    assertThat(llm.engine().hasUnfinishedRequests()).isFalse();
  }

  @Test
  void generate_thirdPromptFails_wholeCallFailsAndNothingStays() {
    List<Prompt> good = List.of(prompt(1, 5), prompt(2, 6));
    List<List<Integer>> expected = ids(llm.generate(good, GREEDY));
    List<Prompt> bad =
        List.of(prompt(1, 5), prompt(2, 6), Prompt.tokens(5, 99999999), prompt(3, 4));
    assertThatThrownBy(() -> llm.generate(bad, GREEDY))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("prompt_token_ids[1]")
        .hasMessageContaining("99999999");
    assertThat(llm.engine().numUnfinishedRequests()).isZero();
    assertThat(llm.waitForCompletion(ProgressListener.NONE)).isEmpty();
    assertThat(ids(llm.generate(good, GREEDY))).isEqualTo(expected);
  }

  @Test
  void generate_promptsThatCannotRun_refusedAndTheEngineLives() {
    for (Prompt bad :
        List.of(
            Prompt.tokens(),
            Prompt.text(""),
            Prompt.tokens(-3),
            Prompt.tokens(384),
            prompt(0, 512),
            prompt(0, 513),
            Prompt.text("x".repeat(100_000)))) {
      assertThatThrownBy(() -> llm.generate(List.of(prompt(1, 3), bad), GREEDY))
          .isInstanceOf(ValidationException.class);
    }
    assertThat(ids(llm.generate(List.of(prompt(0, 511), Prompt.tokens(383)), GREEDY)))
        .satisfiesExactly(
            tokens -> assertThat(tokens).hasSize(1), tokens -> assertThat(tokens).isNotEmpty());
  }

  @Test
  void generate_maxTokensOverTheContextOrNone_endsAtTheContextWithLength() {
    SamplingParams none =
        SamplingParams.builder().temperature(0).maxTokens(null).ignoreEos(true).build();
    for (SamplingParams params : List.of(none, none.with(p -> p.maxTokens(1_000_000_000)))) {
      CompletionOutput completion = llm.generate(prompt(0, 500), params).outputs().get(0);
      assertThat(completion.tokenIds()).hasSize(12);
      assertThat(completion.finishReason()).isEqualTo(FinishReason.LENGTH);
    }
  }

  @Test
  void generate_streamingKinds_countForNothing() {
    for (RequestOutputKind kind : RequestOutputKind.values()) {
      SamplingParams params = GREEDY.with(p -> p.outputKind(kind));
      RequestOutput output = llm.generate(List.of(prompt(4, 4)), params).get(0);
      assertThat(ids(output)).hasSize(6);
      assertThat(params.outputKind()).isEqualTo(kind);
    }
  }

  @Test
  void generate_threeCompletions_equalThreeRequestsWithTheNextSeeds() {
    List<Prompt> one = List.of(prompt(7, 9));
    RequestOutput output = llm.generate(one, seeded(40).with(p -> p.n(3))).get(0);
    assertThat(output.outputs().stream().map(CompletionOutput::index)).containsExactly(0, 1, 2);
    List<List<Integer>> children =
        output.outputs().stream().<List<Integer>>map(CompletionOutput::tokenIds).toList();
    List<SamplingParams> params = List.of(seeded(40), seeded(41), seeded(42));
    List<Prompt> thrice = List.of(one.get(0), one.get(0), one.get(0));
    assertThat(ids(llm.generate(thrice, GenerateOptions.of(params)))).isEqualTo(children);
    assertThat(children).doesNotHaveDuplicates();
  }

  @Test
  void generate_mixedBatchInAnyOrder_equalsEachPromptAlone() {
    List<Prompt> prompts = new ArrayList<>();
    List<SamplingParams> params = new ArrayList<>();
    List<List<Integer>> alone = new ArrayList<>();
    for (int i = 0; i < 24; i++) {
      int seed = i;
      prompts.add(prompt(i, 1 + (i * 7) % 40));
      params.add(
          switch (i % 4) {
            case 0 -> GREEDY;
            case 1 -> seeded(seed);
            case 2 -> seeded(seed).with(p -> p.topP(0.8).repetitionPenalty(1.2));
            default -> seeded(seed).with(p -> p.temperature(1e-5).topP(1e-9));
          });
      alone.add(ids(llm.generate(prompts.get(i), params.get(i))));
    }
    List<Integer> order = IntStream.range(0, 24).map(i -> 23 - i).boxed().toList();
    assertThat(ids(llm.generate(prompts, GenerateOptions.of(params)))).isEqualTo(alone);
    List<List<Integer>> reversed =
        ids(
            llm.generate(
                order.stream().map(prompts::get).toList(),
                GenerateOptions.of(order.stream().map(params::get).toList())));
    assertThat(order.stream().map(reversed::get).toList()).isEqualTo(alone);
  }

  @Test
  void generate_seededBesideUnseeded_isNotDisturbed() {
    List<Prompt> prompts = List.of(prompt(1, 5), prompt(2, 5));
    SamplingParams unseeded = SamplingParams.builder().temperature(1).maxTokens(8).build();
    List<Integer> alone = ids(llm.generate(prompts.get(0), seeded(7)));
    List<RequestOutput> both =
        llm.generate(prompts, GenerateOptions.of(List.of(seeded(7), unseeded)));
    assertThat(ids(both.get(0))).isEqualTo(alone);
  }

  @Test
  void generate_loraGiven_notBuiltYetNamingItAndNothingStays() {
    GenerateOptions options =
        new GenerateOptions(
            List.of(GREEDY),
            List.of(),
            List.of(new LoRARequest("sql-adapter", "/nowhere")),
            ProgressListener.NONE);
    assertThatThrownBy(() -> llm.generate(List.of(prompt(0, 3)), options))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("LoRA")
        .hasMessageContaining("sql-adapter");
    assertThat(llm.engine().hasUnfinishedRequests()).isFalse();
  }

  @Test
  void generate_progress_countsCompletionsUpToTheirTotal() {
    List<Integer> dones = new ArrayList<>();
    ProgressListener listener =
        (done, total, in, out) -> {
          assertThat(total).isEqualTo(5);
          assertThat(in).isPositive();
          assertThat(out).isPositive();
          dones.add(done);
        };
    List<SamplingParams> params =
        List.of(SamplingParams.greedy(9), seeded(1).with(p -> p.n(3)), SamplingParams.greedy(1));
    llm.generate(
        List.of(prompt(0, 2), prompt(1, 2), prompt(2, 2)),
        GenerateOptions.of(params).withProgress(listener));
    assertThat(dones).hasSize(3).isSorted().doesNotHaveDuplicates().last().isEqualTo(5);
  }

  @ParameterizedTest
  @ValueSource(ints = {15, 16, 17, 31, 32, 33, 48})
  void generate_samePromptAgain_readsWholeBlocksFromTheCacheAndGivesTheSame(int length) {
    llm.resetPrefixCache();
    List<Prompt> prompts = List.of(prompt(1000 + length, length));
    RequestOutput first = llm.generate(prompts, GREEDY).get(0);
    assertThat(first.numCachedTokens()).isZero();
    for (int repeat = 0; repeat < 2; repeat++) {
      RequestOutput again = llm.generate(prompts, GREEDY).get(0);
      assertThat(again.numCachedTokens()).isEqualTo((length - 1) / 16 * 16);
      assertThat(ids(again)).isEqualTo(ids(first));
    }
    assertThat(llm.resetPrefixCache()).isTrue();
    assertThat(llm.generate(prompts, GREEDY).get(0).numCachedTokens()).isZero();
  }

  @Test
  void generate_anotherCacheSalt_hitsNothingButGivesTheSame() {
    llm.resetPrefixCache();
    List<RequestOutput> outputs = new ArrayList<>();
    for (String salt : new String[] {"x", "y", "x"}) {
      Prompt salted = new Prompt.Tokens(prompt(5, 40).ids(), null, salt);
      outputs.add(llm.generate(List.of(salted), GREEDY).get(0));
    }
    assertThat(outputs.stream().map(RequestOutput::numCachedTokens)).containsExactly(0, 0, 32);
    assertThat(ids(outputs)).containsOnly(ids(outputs.get(0)));
  }

  @Test
  void generate_promptLogprobsOfACachedPrompt_areComplete() {
    List<Prompt> prompts = List.of(prompt(6, 64));
    llm.generate(prompts, GREEDY);
    RequestOutput output = llm.generate(prompts, GREEDY.with(p -> p.promptLogprobs(1))).get(0);
    assertThat(output.numCachedTokens()).isZero();
    assertThat(Objects.requireNonNull(output.promptLogprobs())).hasSize(64);
    assertThat(output.promptLogprobs().get(0)).isNull();
    assertThat(output.promptLogprobs().subList(1, 64)).doesNotContainNull();
  }

  @Test
  void generate_allowedIdsAllBanned_refusedOrOnlyAllowedOnesCome() {
    SamplingParams onlyOne = GREEDY.with(p -> p.allowedTokenIds(List.of(262)));
    assertThat(ids(llm.generate(List.of(prompt(0, 3)), onlyOne).get(0))).containsOnly(262);
    String word = llm.engine().tokenizer().orElseThrow().decode(List.of(262), false);
    SamplingParams none = onlyOne.with(p -> p.badWords(List.of(word)));
    assertThatThrownBy(() -> llm.generate(List.of(prompt(0, 3)), none))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("allowed_token_ids");
  }

  @Test
  void enqueue_thenWait_runsAllInTheOrderOfQueueing() {
    List<String> first =
        llm.enqueue(List.of(prompt(1, 3), prompt(2, 3)), GenerateOptions.of(seeded(1)));
    List<String> second =
        llm.enqueue(List.of(prompt(3, 3)), GenerateOptions.of(SamplingParams.greedy(1)));
    assertThat(Stream.concat(first.stream(), second.stream())).doesNotHaveDuplicates().hasSize(3);
    RequestOutput own = llm.generate("hello", GREEDY);
    assertThat(own.prompt()).isEqualTo("hello");
    List<RequestOutput> outputs = llm.waitForCompletion(ProgressListener.NONE);
    assertThat(outputs.stream().map(RequestOutput::promptTokenIds))
        .containsExactly(prompt(1, 3).ids(), prompt(2, 3).ids(), prompt(3, 3).ids());
    assertThat(llm.waitForCompletion(ProgressListener.NONE)).isEmpty();
  }

  @Test
  void chat_messages_areRenderedWithTheModelsTemplate() {
    List<ChatMessage> messages = List.of(ChatMessage.system("be brief"), ChatMessage.user("hello"));
    RequestOutput output = llm.chat(messages, GREEDY);
    assertThat(output.prompt())
        .isEqualTo(
            "<|im_start|>system\nbe brief<|im_end|>\n<|im_start|>user\nhello<|im_end|>\n"
                + "<|im_start|>assistant\n");
    assertThat(output.promptTokenIds()).startsWith(3).contains(4).doesNotContain(1);
    assertThat(ids(llm.generate(List.of(Prompt.tokens(output.promptTokenIds())), GREEDY).get(0)))
        .isEqualTo(ids(output));
  }

  @Test
  void chat_manyConversations_outputsAreInTheirOrder() {
    List<ChatRequest> conversations =
        Stream.of("one", "two", "three")
            .map(text -> ChatRequest.of(List.of(ChatMessage.user(text))))
            .toList();
    List<RequestOutput> outputs =
        llm.chat(
            conversations,
            GenerateOptions.of(
                List.of(
                    SamplingParams.greedy(7), SamplingParams.greedy(1), SamplingParams.greedy(3))));
    assertThat(outputs.stream().map(RequestOutput::prompt))
        .satisfiesExactly(
            text -> assertThat(text).contains("one"),
            text -> assertThat(text).contains("two"),
            text -> assertThat(text).contains("three"));
  }

  @Test
  void chat_templateRefuses_failsWithItsTextAndNothingStays() {
    ChatRequest refused =
        new ChatRequest(
            List.of(ChatMessage.system("s")),
            "{{ raise_exception('System role not supported here') }}",
            null,
            true,
            false,
            null,
            null,
            Map.of());
    ChatRequest good = ChatRequest.of(List.of(ChatMessage.user("hello")));
    assertThatThrownBy(() -> llm.chat(List.of(good, refused), GenerateOptions.of(GREEDY)))
        .isInstanceOf(ChatTemplateException.class)
        .hasMessageContaining("System role not supported here");
    assertThat(llm.engine().hasUnfinishedRequests()).isFalse();
  }

  @Test
  void chat_modelWithoutTemplate_refused() {
    try (LLM plain = LLM.load(config("cases/hf/stray_single_file").build())) {
      assertThatThrownBy(() -> plain.chat(List.of(ChatMessage.user("a")), GREEDY))
          .isInstanceOf(ChatTemplateException.class);
    }
  }
}
