// SPDX-License-Identifier: Apache-2.0
package dev.javelin.outputprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.CompletionOutput;
import dev.javelin.engineapi.EngineCoreRequest;
import dev.javelin.engineapi.FinishReason;
import dev.javelin.engineapi.RequestOutput;
import dev.javelin.engineapi.RequestOutputKind;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.StopReason;
import dev.javelin.engineapi.ValidationException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ParentRequestTest {
  private final PieceTokenizer tokenizer =
      PieceTokenizer.ofTexts(List.of("a", "b", "c", "END", "x"));
  private final OutputProcessor processor = new OutputProcessor(tokenizer, false, 1);

  private static ParentRequest parent(RequestOutputKind kind, @Nullable Long seed) {
    SamplingParams params =
        SamplingParams.builder()
            .n(3)
            .seed(seed)
            .stop(List.of("END"))
            .maxTokens(100)
            .outputKind(kind)
            .build();
    return new ParentRequest(Core.request("caller", params, 4).withRequestId("caller-1"));
  }

  private void add(ParentRequest parent, int count, @Nullable OutputCollector collector) {
    for (int index = 0; index < count; index++) {
      processor.addRequest(parent.children().get(index), "x", parent, index, collector);
    }
  }

  @Test
  void children_haveIdsOfParentAndIndexAndOneCompletionEach() {
    List<EngineCoreRequest> children = parent(RequestOutputKind.DELTA, null).children();
    assertThat(children)
        .extracting(EngineCoreRequest::requestId)
        .containsExactly("0_caller-1", "1_caller-1", "2_caller-1");
    assertThat(children).extracting(EngineCoreRequest::externalId).containsOnly("caller");
    assertThat(children).allMatch(child -> child.samplingParams().n() == 1);
  }

  @Test
  void children_ofParentWithoutSeed_shareTheirParameters() {
    List<EngineCoreRequest> children = parent(RequestOutputKind.DELTA, null).children();
    assertThat(children.get(2).samplingParams()).isSameAs(children.get(0).samplingParams());
    assertThat(children.get(0).samplingParams().seed()).isNull();
  }

  @Test
  void children_ofParentWithSeed_countOnFromIt() {
    assertThat(parent(RequestOutputKind.DELTA, 40L).children())
        .extracting(child -> child.samplingParams().seed())
        .containsExactly(40L, 41L, 42L);
  }

  /** Three completions that end at different steps: by length, by stop string, by stop token. */
  private List<RequestOutput> run() {
    List<RequestOutput> outputs = new ArrayList<>();
    List<String> aborts = new ArrayList<>();
    for (ProcessedOutputs processed :
        List.of(
            processor.processOutputs(
                Core.step(
                    Core.tokens("0_caller-1", 0),
                    Core.tokens("1_caller-1", 1),
                    Core.last("2_caller-1", FinishReason.LENGTH, 2))),
            processor.processOutputs(
                Core.step(Core.tokens("0_caller-1", 0), Core.tokens("1_caller-1", 3))),
            processor.processOutputs(
                Core.step(Core.stopped("0_caller-1", new StopReason.Token(4), 0, 4))))) {
      outputs.addAll(processed.outputs());
      aborts.addAll(processed.requestsToAbort());
    }
    assertThat(aborts).containsExactly("1_caller-1");
    assertThat(processor.hasUnfinishedRequests()).isFalse();
    return outputs;
  }

  @ParameterizedTest
  @EnumSource(names = {"CUMULATIVE", "DELTA"})
  void processOutputs_streaming_givesEachCompletionItsOwnOutputs(RequestOutputKind kind) {
    add(parent(kind, null), 3, null);
    List<RequestOutput> outputs = run();
    assertThat(outputs).allMatch(output -> output.outputs().size() == 1);
    assertThat(outputs)
        .extracting(RequestOutput::finished)
        .containsExactly(false, false, false, false, false, true);
    assertThat(outputs)
        .extracting(output -> output.outputs().get(0).index())
        .containsExactly(0, 1, 2, 0, 1, 0);
    boolean delta = kind == RequestOutputKind.DELTA;
    assertThat(outputs)
        .extracting(output -> output.outputs().get(0).text())
        .containsExactly("", "", "c", "", "b", "aaa");
    assertThat(outputs)
        .extracting(output -> output.outputs().get(0).tokenIds().size())
        .containsExactly(1, 1, 1, delta ? 1 : 2, delta ? 1 : 2, delta ? 2 : 4);
  }

  @Test
  void processOutputs_finalOnly_givesOneOutputWithAllCompletionsInOrder() {
    add(parent(RequestOutputKind.FINAL_ONLY, null), 3, null);
    List<RequestOutput> outputs = run();
    assertThat(outputs).hasSize(1);
    assertThat(outputs.get(0).finished()).isTrue();
    assertThat(outputs.get(0).requestId()).isEqualTo("caller");
    List<CompletionOutput> completions = outputs.get(0).outputs();
    assertThat(completions).extracting(CompletionOutput::index).containsExactly(0, 1, 2);
    assertThat(completions).extracting(CompletionOutput::text).containsExactly("aaa", "b", "c");
    assertThat(completions)
        .extracting(CompletionOutput::finishReason)
        .containsExactly(FinishReason.STOP, FinishReason.STOP, FinishReason.LENGTH);
    assertThat(completions)
        .extracting(CompletionOutput::stopReason)
        .containsExactly(new StopReason.Token(4), new StopReason.Text("END"), null);
  }

  @ParameterizedTest
  @EnumSource
  void abortRequests_ofParentMidStream_endsTheRestAndKeepsTheEnded(RequestOutputKind kind) {
    OutputCollector collector = new OutputCollector(kind);
    add(parent(kind, null), 3, collector);
    processor.processOutputs(
        Core.step(
            Core.tokens("0_caller-1", 0),
            Core.tokens("1_caller-1", 1),
            Core.last("2_caller-1", FinishReason.LENGTH, 2)));
    assertThat(processor.abortRequests(List.of("caller-1"), true))
        .containsExactly("0_caller-1", "1_caller-1");
    RequestOutput output = collector.poll().orElseThrow();
    assertThat(output.finished()).isTrue();
    assertThat(output.outputs())
        .extracting(CompletionOutput::index)
        .containsExactlyInAnyOrder(0, 1, 2);
    assertThat(output.outputs())
        .allSatisfy(
            completion ->
                assertThat(completion.finishReason())
                    .isEqualTo(completion.index() == 2 ? FinishReason.LENGTH : FinishReason.ABORT));
    assertThat(output.outputs())
        .extracting(CompletionOutput::text)
        .containsExactlyInAnyOrder("a", "b", "c");
    assertThat(processor.hasUnfinishedRequests()).isFalse();
  }

  @Test
  void abortRequests_ofOneChild_leavesTheOthersRunning() {
    add(parent(RequestOutputKind.FINAL_ONLY, null), 3, null);
    assertThat(processor.abortRequests(List.of("1_caller-1"), true)).containsExactly("1_caller-1");
    List<RequestOutput> outputs =
        processor
            .processOutputs(
                Core.step(
                    Core.last("0_caller-1", FinishReason.LENGTH, 0),
                    Core.last("2_caller-1", FinishReason.LENGTH, 2)))
            .outputs();
    assertThat(outputs).hasSize(1);
    assertThat(outputs.get(0).outputs())
        .extracting(CompletionOutput::finishReason)
        .containsExactly(FinishReason.LENGTH, FinishReason.ABORT, FinishReason.LENGTH);
  }

  @Test
  void abortRequests_beforeAllChildrenAreAdded_endsTheParentAndRefusesTheRest() {
    OutputCollector collector = new OutputCollector(RequestOutputKind.FINAL_ONLY);
    ParentRequest parent = parent(RequestOutputKind.FINAL_ONLY, null);
    add(parent, 2, collector);
    assertThat(processor.abortRequests(List.of("caller"), false)).hasSize(2);
    RequestOutput output = collector.poll().orElseThrow();
    assertThat(output.finished()).isTrue();
    assertThat(output.outputs()).hasSize(2);
    assertThatThrownBy(
            () -> processor.addRequest(parent.children().get(2), "x", parent, 2, collector))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("aborted");
    assertThat(processor.hasUnfinishedRequests()).isFalse();
  }

  @Test
  void processOutputs_firstChildEndsBeforeTheLastIsAdded_doesNotFinishTheParent() {
    ParentRequest parent = parent(RequestOutputKind.DELTA, null);
    add(parent, 1, null);
    RequestOutput early =
        processor
            .processOutputs(Core.step(Core.last("0_caller-1", FinishReason.LENGTH, 0)))
            .outputs()
            .get(0);
    assertThat(early.finished()).isFalse();
  }
}
