// SPDX-License-Identifier: Apache-2.0
package dev.javelin.cli;

import dev.javelin.testsupport.Goldens;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a command did, run in this JVM. */
record CommandRun(int exitCode, String out, String err) {
  /** A model with tokenizer and chat template. */
  static final Path MODEL = Goldens.small("tiny/llama");

  /** A model without a tokenizer. */
  static final Path MODEL_WITHOUT_TOKENIZER = Goldens.small("tiny/mistral");

  static CommandRun of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        Javelin.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(arguments);
    return new CommandRun(exitCode, out.toString(), err.toString());
  }

  /** A command that runs a model, on one thread. */
  static CommandRun withModel(Path model, String command, String... arguments) {
    List<String> all = new ArrayList<>(List.of(command, "-m", model.toString(), "--threads", "1"));
    all.addAll(List.of(arguments));
    return of(all.toArray(String[]::new));
  }

  /** A command that reads standard input. */
  static CommandRun withInput(Path model, String input, String command, String... arguments) {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
    try {
      return withModel(model, command, arguments);
    } finally {
      System.setIn(before);
    }
  }
}
