// SPDX-License-Identifier: Apache-2.0
package dev.javelin.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.ValidationException;
import dev.javelin.openaiprotocol.ApiException;
import dev.javelin.openaiprotocol.BatchLine;
import dev.javelin.testsupport.Goldens;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class BatchRunnerTest {
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir private Path folder;

  /** Answers every request at once with its custom_id, or with what a function throws. */
  private static final class EchoClient implements InferenceClient {
    private final Function<BatchLine, Object> answer;

    EchoClient(Function<BatchLine, Object> answer) {
      this.answer = answer;
    }

    @Override
    public CompletableFuture<Object> send(BatchLine request) {
      try {
        return CompletableFuture.completedFuture(answer.apply(request));
      } catch (RuntimeException e) {
        return CompletableFuture.failedFuture(e);
      }
    }

    @Override
    public void close() {}
  }

  private static String line(String id) {
    return "{\"custom_id\": \""
        + id
        + "\", \"method\": \"POST\", \"url\": \"/v1/completions\", \"body\": {\"prompt\": \"x\"}}\n";
  }

  private List<JsonNode> run(byte[] input, InferenceClient client, int inFlight)
      throws IOException {
    Path in = Files.write(folder.resolve("in.jsonl"), input);
    Path out = folder.resolve("out.jsonl");
    new BatchRunner(client, inFlight, progress -> {}).run(in, out);
    assertThat(folder.resolve("out.jsonl.partial")).doesNotExist();
    return Files.readAllLines(out).stream().map(JSON::readTree).toList();
  }

  private List<JsonNode> run(String input) throws IOException {
    return run(
        input.getBytes(StandardCharsets.UTF_8),
        new EchoClient(l -> Map.of("said", l.customId())),
        4);
  }

  @Test
  void run_manyLines_answersInTheirOrder() throws IOException {
    StringBuilder input = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      input.append(line("r" + i));
    }
    List<JsonNode> lines = run(input.toString());
    assertThat(lines).hasSize(100);
    for (int i = 0; i < 100; i++) {
      assertThat(lines.get(i).get("custom_id").stringValue()).isEqualTo("r" + i);
      assertThat(lines.get(i).get("response").get("status_code").intValue()).isEqualTo(200);
      assertThat(lines.get(i).get("response").get("body").get("said").stringValue())
          .isEqualTo("r" + i);
      assertThat(lines.get(i).get("error").isNull()).isTrue();
    }
  }

  @Test
  void run_responsesOutOfOrder_keepsTheRequestsOrderAndTheLimit() throws IOException {
    Deque<CompletableFuture<Object>> open = new ArrayDeque<>();
    List<Integer> inFlight = new ArrayList<>();
    InferenceClient lastFirst =
        new InferenceClient() {
          @Override
          public CompletableFuture<Object> send(BatchLine request) {
            CompletableFuture<Object> response = new CompletableFuture<>();
            open.push(response);
            inFlight.add(open.size());
            if (open.size() == 4) {
              open.forEach(each -> each.complete(Map.of()));
              open.clear();
            }
            return response;
          }

          @Override
          public void close() {}
        };
    List<JsonNode> lines =
        run(
            (line("a") + line("b") + line("c") + line("d")).getBytes(StandardCharsets.UTF_8),
            lastFirst,
            4);
    assertThat(lines.stream().map(l -> l.get("custom_id").stringValue()))
        .containsExactly("a", "b", "c", "d");
    assertThat(inFlight).containsExactly(1, 2, 3, 4);
  }

  @Test
  void run_failingLines_getTheirOwnErrorsAndOthersGoOn() throws IOException {
    InferenceClient client =
        new EchoClient(
            l ->
                switch (l.customId()) {
                  case "bad" -> throw new ValidationException("n must be in [1, 2]", "n", 0);
                  case "broken" -> throw new IllegalStateException("boom");
                  default -> Map.of();
                });
    List<JsonNode> lines =
        run(
            (line("bad") + line("good") + line("broken")).getBytes(StandardCharsets.UTF_8),
            client,
            2);
    assertThat(lines.get(0).get("error").get("message").stringValue())
        .contains("line 1")
        .contains("n=0");
    assertThat(lines.get(0).get("error").get("param").stringValue()).isEqualTo("n");
    assertThat(lines.get(0).get("response").get("status_code").intValue()).isEqualTo(400);
    assertThat(lines.get(1).get("error").isNull()).isTrue();
    assertThat(lines.get(2).get("response").get("status_code").intValue()).isEqualTo(500);
  }

  @Test
  void run_malformedLines_areNamedByNumberAndField() throws IOException {
    List<JsonNode> lines =
        run(
            line("a")
                + "{\"custom_id\": \"cut\", \n"
                + "[1]\n"
                + "\n"
                + "{\"method\": \"POST\", \"url\": \"/v1/completions\", \"body\": {}}\n"
                + "{\"custom_id\": \"g\", \"method\": \"GET\", \"url\": \"/v1/completions\", \"body\": {}}\n"
                + line("a"));
    List<String> messages =
        lines.stream().skip(1).map(l -> l.get("error").get("message").stringValue()).toList();
    assertThat(messages.get(0)).contains("line 2").contains("JSON");
    assertThat(messages.get(1)).contains("line 3").contains("object");
    assertThat(messages.get(2)).contains("line 5").contains("custom_id");
    assertThat(messages.get(3)).contains("line 6").contains("method");
    assertThat(messages.get(4)).contains("line 7").contains("duplicate");
  }

  @Test
  void run_inputInUtf16_failsItsLinesCleanly() throws IOException {
    List<JsonNode> lines =
        run(line("a").getBytes(StandardCharsets.UTF_16), new EchoClient(l -> Map.of()), 1);
    assertThat(lines.get(0).get("error").get("message").stringValue()).contains("line 1");
  }

  @Test
  void run_byteOrderMark_isSkipped() throws IOException {
    assertThat(run("\uFEFF" + line("a")).get(0).get("error").isNull()).isTrue();
  }

  @Test
  void run_emptyInput_isRefusedAndLeavesNoOutput() {
    assertThatThrownBy(() -> run("\n\n"))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("empty");
    assertThat(folder.resolve("out.jsonl")).doesNotExist();
  }

  @Test
  void run_outputInAFolderThatIsMissing_namesIt() throws IOException {
    Path in = Files.writeString(folder.resolve("in.jsonl"), line("a"));
    Path out = folder.resolve("missing/out.jsonl");
    assertThatThrownBy(
            () -> new BatchRunner(new EchoClient(l -> Map.of()), 1, p -> {}).run(in, out))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("missing");
  }

  @Test
  void run_outputIsTheInput_isRefusedAndLeavesTheInput() throws IOException {
    Path in = Files.writeString(folder.resolve("in.jsonl"), line("a"));
    assertThatThrownBy(() -> new BatchRunner(new EchoClient(l -> Map.of()), 1, p -> {}).run(in, in))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("in.jsonl");
    assertThat(in).hasContent(line("a").strip());
  }

  @Test
  void run_halvesOfSurrogatePairs_areWrittenEscaped() throws IOException {
    List<JsonNode> lines = run(line("a\\ud83d") + line("\\ud83d\\ude00"));
    assertThat(lines.get(0).get("custom_id").stringValue()).isEqualTo("a\ud83d");
    assertThat(lines.get(1).get("custom_id").stringValue()).isEqualTo("\ud83d\ude00");
  }

  @Test
  void run_outputIsALink_isWrittenThroughAndStaysALink() throws IOException {
    Path in = Files.writeString(folder.resolve("in.jsonl"), line("a"));
    Path file = Files.createFile(folder.resolve("file"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);
    new BatchRunner(new EchoClient(l -> Map.of()), 1, p -> {}).run(in, link);
    assertThat(link).isSymbolicLink();
    assertThat(file).content().contains("\"custom_id\":\"a\"");
  }

  @Test
  void countRequests_blankAndLongLines_countsWhatRunAnswers() throws IOException {
    Path in =
        Files.writeString(
            folder.resolve("in.jsonl"), "\n" + line("a") + "  \r\n" + line("b".repeat(1000)));
    assertThat(BatchRunner.countRequests(in)).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "custom_id_twice, 3, custom_id",
    "custom_id_missing, 1, custom_id",
    "method_get, 1, method",
    "line_2_cut, 2, JSON",
    "line_is_array, 2, object",
    "pretty_printed, 1, JSON",
    "utf16, 1, UTF-8"
  })
  void run_badLineSeenElsewhere_failsAloneAndIsNamed(String name, int badLine, String mention)
      throws IOException {
    Path in = Goldens.require("cases/files/batch/" + name + ".jsonl");
    List<JsonNode> lines = run(Files.readAllBytes(in), new EchoClient(l -> Map.of()), 2);
    JsonNode error = lines.get(badLine - 1).get("error");
    assertThat(error.get("message").stringValue()).contains("line " + badLine, mention);
    for (JsonNode line : lines.subList(0, badLine - 1)) {
      assertThat(line.get("error").isNull()).isTrue();
    }
  }

  @Test
  void run_emptyFileSeenElsewhere_isRefused() throws IOException {
    byte[] empty = Files.readAllBytes(Goldens.require("cases/files/batch/empty.jsonl"));
    assertThatThrownBy(() -> run(empty, new EchoClient(l -> Map.of()), 2))
        .hasMessageContaining("empty");
  }
}
