// SPDX-License-Identifier: Apache-2.0
package dev.javelin.llmengine;

import static dev.javelin.llmengine.Models.prompt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.ChatMessage;
import dev.javelin.engineapi.CompletionOutput;
import dev.javelin.engineapi.EngineCoreOutput;
import dev.javelin.engineapi.EngineDeadException;
import dev.javelin.engineapi.EngineException;
import dev.javelin.engineapi.FinishReason;
import dev.javelin.engineapi.ProgressListener;
import dev.javelin.engineapi.Prompt;
import dev.javelin.engineapi.RequestOutput;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.StopReason;
import dev.javelin.engineapi.ValidationException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whatever fails, nothing stays behind, and what did not fail goes on. */
class LLMFailureTest {
  private static final SamplingParams GREEDY = SamplingParams.greedy(4);
  private static final List<Prompt> TWO = List.of(prompt(1, 3), prompt(2, 3));

  private final ScriptedCore core = new ScriptedCore();
  private final LLM llm = new LLM(core.engine());

  @AfterEach
  void close() {
    llm.close();
  }

  @Test
  void generate_requestFailsInTheEngine_itsOutputSaysWhyAndTheOthersAreWhole() {
    core.then(
        () ->
            List.of(
                EngineCoreOutput.ended(core.id(0), FinishReason.ERROR, "every token is banned"),
                core.tokens(1, FinishReason.LENGTH, 262)));
    List<RequestOutput> outputs = llm.generate(TWO, GREEDY);
    CompletionOutput failed = outputs.get(0).outputs().get(0);
    assertThat(failed.finishReason()).isEqualTo(FinishReason.ERROR);
    assertThat(failed.stopReason()).isEqualTo(new StopReason.Text("every token is banned"));
    assertThat(outputs.get(1).outputs().get(0).tokenIds()).containsExactly(262);
  }

  @Test
  void generate_coreDies_throwsAndNothingStays() {
    core.thenFail(new EngineDeadException("the core died", null));
    llm.enqueue(TWO, GenerateOptions.of(GREEDY));
    assertThatThrownBy(() -> llm.generate(TWO, GREEDY))
        .isInstanceOf(EngineDeadException.class)
        .hasMessage("the core died");
    assertThat(llm.engine().hasUnfinishedRequests()).isFalse();
    assertThat(llm.waitForCompletion(ProgressListener.NONE)).isEmpty();
  }

  @Test
  void generate_listenerThrows_requestsAreAbortedAndTheQueueStays() {
    llm.enqueue(List.of(prompt(0, 3)), GenerateOptions.of(GREEDY));
    core.then(
        () ->
            List.of(
                core.tokens(0, FinishReason.LENGTH, 300),
                core.tokens(1, FinishReason.LENGTH, 301)));
    ProgressListener broken =
        (done, total, in, out) -> {
          throw new IllegalArgumentException("the listener is broken");
        };
    assertThatThrownBy(() -> llm.generate(TWO, GenerateOptions.of(GREEDY).withProgress(broken)))
        .hasMessage("the listener is broken");
    assertThat(core.aborts).containsExactly(List.of(core.id(2)));
    List<RequestOutput> queued = llm.waitForCompletion(ProgressListener.NONE);
    assertThat(Models.ids(queued)).containsExactly(List.of(300));
  }

  @Test
  void generate_threadInterrupted_throwsAbortsAndStaysInterrupted() {
    core.then(
        () -> {
          Thread.currentThread().interrupt();
          return List.of(core.tokens(0, null, 262));
        });
    assertThatThrownBy(() -> llm.generate(TWO, GREEDY))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("interrupted");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(core.aborts).containsExactly(List.of(core.id(0), core.id(1)));
    assertThat(llm.engine().hasUnfinishedRequests()).isFalse();
  }

  @Test
  void generate_coreRefusesTheThird_theFirstTwoAreAborted() {
    core.refused = request -> request.promptTokenIds().size() == 7;
    assertThatThrownBy(
            () -> llm.generate(List.of(prompt(1, 3), prompt(2, 3), prompt(3, 7)), GREEDY))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("the script refuses it");
    assertThat(core.aborts).containsExactly(List.of(core.id(0), core.id(1)));
    assertThat(llm.engine().numUnfinishedRequests()).isZero();
    assertThat(core.numSteps).isZero();
  }

  @Test
  void generate_requestAbortedThroughTheEngine_hasNoOutput() {
    core.then(
        () -> {
          llm.engine().abortRequest(List.of("0"));
          return List.of(core.tokens(1, FinishReason.LENGTH, 262));
        });
    assertThat(llm.generate(TWO, GREEDY)).hasSize(1);
    assertThat(llm.generate(List.of(), GREEDY)).isEmpty();
  }

  @Test
  void enqueue_stepsNothing() {
    assertThat(llm.enqueue(TWO, GenerateOptions.of(GREEDY)))
        .containsExactly(core.id(0), core.id(1));
    assertThat(core.numSteps).isZero();
    assertThat(llm.engine().numUnfinishedRequests()).isEqualTo(2);
  }

  @Test
  void close_twice_closesTheCoreOnce() {
    llm.close();
    llm.close();
    assertThat(core.numCloses).isEqualTo(1);
  }

  @Test
  void close_thenUse_everythingThrowsIllegalState() {
    llm.close();
    List<ChatMessage> messages = List.of(ChatMessage.user("a"));
    assertThatThrownBy(() -> llm.generate("a", GREEDY)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> llm.generate(List.of(), GREEDY))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> llm.chat(messages, GREEDY)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> llm.enqueue(TWO, GenerateOptions.defaults()))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> llm.waitForCompletion(ProgressListener.NONE))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(llm::resetPrefixCache).isInstanceOf(IllegalStateException.class);
  }
}
