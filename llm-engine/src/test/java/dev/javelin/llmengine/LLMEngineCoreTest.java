// SPDX-License-Identifier: Apache-2.0
package dev.javelin.llmengine;

import static dev.javelin.llmengine.Models.drain;
import static dev.javelin.llmengine.Models.ids;
import static dev.javelin.llmengine.Models.prompt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.EngineCoreRequest;
import dev.javelin.engineapi.EngineDeadException;
import dev.javelin.engineapi.FinishReason;
import dev.javelin.engineapi.RequestOutput;
import dev.javelin.engineapi.RequestOutputKind;
import dev.javelin.engineapi.SamplingParams;
import dev.javelin.engineapi.StopReason;
import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.Tokenizer;
import dev.javelin.engineapi.ValidationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the engine tells the core, and what it makes of the core's answers. */
class LLMEngineCoreTest {
  private static final SamplingParams PLAIN = SamplingParams.greedy(8);

  private final ScriptedCore core = new ScriptedCore();
  private final LLMEngine engine = core.engine();

  @AfterEach
  void close() {
    engine.close();
  }

  @Test
  void step_stopString_abortsTheRequestInTheCoreExactlyOnce() {
    Tokenizer tokenizer = engine.tokenizer().orElseThrow();
    TokenIds hello = tokenizer.encode("hello", false);
    engine.addRequest("r", prompt(0, 3), PLAIN.with(p -> p.stop(List.of("hello"))));
    core.then(() -> List.of(core.tokens(0, null, hello.getInt(0))))
        .then(() -> List.of(core.tokens(0, null, hello.getInt(1))))
        .then(() -> List.of(core.tokens(0, null, hello.getInt(2))))
        .then(() -> List.of(core.tokens(0, null, 300)));
    List<RequestOutput> outputs = drain(engine);
    RequestOutput last = outputs.get(outputs.size() - 1);
    assertThat(last.finished()).isTrue();
    assertThat(last.outputs().get(0).text()).isEmpty();
    assertThat(last.outputs().get(0).stopReason()).isEqualTo(new StopReason.Text("hello"));
    assertThat(core.aborts).containsExactly(List.of(core.id(0)));
    assertThat(engine.step()).isEmpty();
    engine.abortRequest(List.of("r"));
    assertThat(core.aborts).hasSize(1);
  }

  @Test
  void step_stopStringAndEndOfSequenceTogether_needsNoAbort() {
    int stop = engine.tokenizer().orElseThrow().encode("h", false).getInt(0);
    engine.addRequest("r", prompt(0, 3), PLAIN.with(p -> p.stop(List.of("h"))));
    core.then(() -> List.of(core.tokens(0, FinishReason.LENGTH, stop)));
    RequestOutput output = drain(engine).get(0);
    assertThat(output.outputs().get(0).finishReason()).isEqualTo(FinishReason.STOP);
    assertThat(output.outputs().get(0).stopReason()).isEqualTo(new StopReason.Text("h"));
    assertThat(core.aborts).isEmpty();
  }

  @Test
  void abortRequest_tellsTheCoreOnceAndDropsWhatIsUnderWay() {
    engine.addRequest("r", prompt(0, 3), PLAIN);
    engine.addRequest("r", prompt(1, 3), PLAIN);
    engine.addRequest("s", prompt(2, 3), PLAIN);
    core.then(() -> List.of(core.tokens(0, null, 300), core.tokens(2, FinishReason.STOP, 2)));
    engine.abortRequest(List.of("r"));
    engine.abortRequest(List.of("r"));
    assertThat(core.aborts).hasSize(1);
    assertThat(core.aborts.get(0)).containsExactlyInAnyOrder(core.id(0), core.id(1));
    assertThat(drain(engine)).singleElement().extracting(RequestOutput::requestId).isEqualTo("s");
    engine.abortRequest(List.of("s", "never there"));
    assertThat(core.aborts).hasSize(1);
  }

  @Test
  void addRequest_secondChildRefused_firstIsTakenBack() {
    core.refused = request -> request.requestId().startsWith("1_");
    SamplingParams three = PLAIN.with(p -> p.temperature(1).n(3));
    assertThatThrownBy(() -> engine.addRequest("r", prompt(0, 3), three))
        .isInstanceOf(ValidationException.class);
    assertThat(core.aborts).containsExactly(List.of(core.id(0)));
    assertThat(engine.numUnfinishedRequests()).isZero();
  }

  @Test
  void addRequest_coreRefuses_nothingStaysAndTheIdCanBeUsedAgain() {
    core.refused = request -> true;
    assertThatThrownBy(() -> engine.addRequest("r", prompt(0, 3), PLAIN))
        .isInstanceOf(ValidationException.class);
    assertThat(engine.hasUnfinishedRequests()).isFalse();
    assertThat(core.aborts).isEmpty();
    core.refused = request -> false;
    engine.addRequest("r", prompt(0, 3), PLAIN);
    assertThat(engine.numUnfinishedRequests()).isEqualTo(1);
  }

  @Test
  void addRequest_completions_becomeOneRequestEachWithItsSeed() {
    SamplingParams params = PLAIN.with(p -> p.temperature(1).seed(7L).n(3));
    String parent = engine.addRequest("r", prompt(0, 3), params, RequestOptions.priority(4));
    assertThat(core.added.stream().map(EngineCoreRequest::requestId))
        .containsExactly("0_" + parent, "1_" + parent, "2_" + parent);
    assertThat(core.added.stream().map(request -> request.samplingParams().seed()))
        .containsExactly(7L, 8L, 9L);
    assertThat(core.added)
        .allSatisfy(
            request -> {
              assertThat(request.samplingParams().n()).isEqualTo(1);
              assertThat(request.externalId()).isEqualTo("r");
              assertThat(request.priority()).isEqualTo(4);
              assertThat(request.promptTokenIds()).isEqualTo(prompt(0, 3).ids());
            });
    assertThat(parent).matches("r-[0-9a-f]{8}");
  }

  @Test
  void addRequest_options_reachTheCore() {
    RequestOptions options =
        new RequestOptions(-2, null, OptionalDouble.of(12.5), Map.of("traceparent", "00-1"));
    engine.addRequest("r", prompt(0, 3), PLAIN, options);
    EngineCoreRequest request = core.added.get(0);
    assertThat(request.priority()).isEqualTo(-2);
    assertThat(request.arrivalTimeSeconds()).isEqualTo(12.5);
    assertThat(request.traceHeaders()).containsEntry("traceparent", "00-1");
  }

  @Test
  void step_coreDies_allRequestsEndAndTheNextCallSaysSoAgain() {
    engine.addRequest("r", prompt(0, 3), PLAIN);
    core.thenFail(new EngineDeadException("the core died", null))
        .thenFail(new EngineDeadException("the core died", null));
    assertThatThrownBy(engine::step).isInstanceOf(EngineDeadException.class);
    assertThat(engine.hasUnfinishedRequests()).isFalse();
    assertThatThrownBy(engine::step).isInstanceOf(EngineDeadException.class);
  }

  @Test
  void step_childrenEndAtDifferentSteps_finalOutputWaitsForTheLast() {
    SamplingParams params =
        PLAIN.with(p -> p.temperature(1).n(3).outputKind(RequestOutputKind.FINAL_ONLY));
    engine.addRequest("r", prompt(0, 3), params);
    core.then(() -> List.of(core.tokens(2, FinishReason.STOP, 2), core.tokens(0, null, 300)))
        .then(() -> List.of(core.tokens(0, FinishReason.LENGTH, 301), core.tokens(1, null, 302)))
        .then(() -> List.of(core.tokens(1, FinishReason.LENGTH, 303)));
    List<Integer> sizes = new ArrayList<>();
    List<RequestOutput> outputs = List.of();
    while (engine.hasUnfinishedRequests()) {
      outputs = engine.step();
      sizes.add(outputs.size());
    }
    assertThat(sizes).containsExactly(0, 0, 1);
    assertThat(outputs.get(0).outputs().stream().map(o -> o.tokenIds()))
        .containsExactly(TokenIds.of(300, 301), TokenIds.of(302, 303), TokenIds.of(2));
    assertThat(outputs.get(0).outputs().stream().map(o -> o.finishReason()))
        .containsExactly(FinishReason.LENGTH, FinishReason.LENGTH, FinishReason.STOP);
    assertThat(ids(outputs)).hasSize(1);
  }
}
