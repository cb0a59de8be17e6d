// SPDX-License-Identifier: Apache-2.0
package dev.javelin.inputprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.ChatMessage;
import dev.javelin.engineapi.ChatTemplateException;
import dev.javelin.engineapi.EngineConfig;
import dev.javelin.engineapi.ModelAssets;
import dev.javelin.engineapi.Prompt;
import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.Tokenizer;
import dev.javelin.engineapi.ValidationException;
import dev.javelin.inputprocessor.TokenizeParams.TruncationSide;
import dev.javelin.tokenizer.Tokenizers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Prompts and conversations to ids. */
class RendererTest {
  private final Tokenizer tokenizer = Tokenizers.create(Models.vocabulary("tiny_tokenizer.json"));
  private final Tokenizer bosTokenizer = Tokenizers.create(Models.vocabulary("bos_tokenizer.json"));
  private final Renderer renderer = renderer(Models.tiny(List.of(2), Map.of()), tokenizer);

  @AfterEach
  void close() {
    tokenizer.close();
    bosTokenizer.close();
  }

  private static Renderer renderer(ModelAssets assets, @Nullable Tokenizer tokenizer) {
    return new Renderer(
        EngineConfig.builder("tiny").build(), assets, tokenizer, Models.limits(64, 384));
  }

  private Renderer withTemplate(@Nullable String template) {
    return renderer(Models.addingBos(template, 32), bosTokenizer);
  }

  private static TokenizeParams limit(int total) {
    return TokenizeParams.completion(total);
  }

  @Test
  void renderCompletion_text_keepsTextAndSalt() {
    Prompt.Tokens rendered = renderer.renderCompletion(new Prompt.Text("hello", "salt"));

    assertThat(rendered.ids()).isEqualTo(tokenizer.encode("hello", true));
    assertThat(rendered.text()).isEqualTo("hello");
    assertThat(rendered.cacheSalt()).isEqualTo("salt");
  }

  @Test
  void renderCompletion_ids_areUsedAsTheyAre() {
    Prompt.Tokens prompt = new Prompt.Tokens(TokenIds.of(1, 2, 3), null, "salt");

    assertThat(renderer.renderCompletion(prompt)).isSameAs(prompt);
  }

  @Test
  void renderCompletion_idsWithoutTokenizer_areUsedAsTheyAre() {
    Renderer bare = renderer(Models.tiny(List.of(2), Map.of()), null);

    assertThat(bare.renderCompletion(Prompt.tokens(5, 6)).ids()).containsExactly(5, 6);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void renderCompletion_length_isLimitedForTextAndIds(boolean text) {
    Prompt three = text ? Prompt.text("\n\n\n") : Prompt.tokens(203, 203, 203);

    assertThat(renderer.renderCompletion(three, limit(3)).ids()).hasSize(3);
    assertThatThrownBy(() -> renderer.renderCompletion(three, limit(2)))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("promptTokens=3")
        .hasMessageContaining("max_input_tokens=2");
  }

  @Test
  void renderCompletion_outputTokens_areTakenFromTheLimit() {
    TokenizeParams params = new TokenizeParams(4, 2, null, TruncationSide.RIGHT, false, true);

    assertThat(renderer.renderCompletion(Prompt.tokens(5, 6), params).ids()).hasSize(2);
    assertThatThrownBy(() -> renderer.renderCompletion(Prompt.tokens(5, 6, 7), params))
        .isInstanceOf(ValidationException.class);
  }

  @Test
  void renderCompletion_truncation_keepsTheAskedEnd() {
    Prompt prompt = Prompt.tokens(5, 6, 7, 8);

    assertThat(
            renderer.renderCompletion(prompt, limit(9).truncatedTo(2, TruncationSide.LEFT)).ids())
        .containsExactly(7, 8);
    assertThat(
            renderer.renderCompletion(prompt, limit(9).truncatedTo(2, TruncationSide.RIGHT)).ids())
        .containsExactly(5, 6);
    assertThat(
            renderer.renderCompletion(prompt, limit(3).truncatedTo(-1, TruncationSide.LEFT)).ids())
        .containsExactly(6, 7, 8);
    assertThat(
            renderer.renderCompletion(prompt, limit(9).truncatedTo(0, TruncationSide.LEFT)).ids())
        .isEmpty();
    assertThat(
            renderer.renderCompletion(prompt, limit(9).truncatedTo(7, TruncationSide.LEFT)).ids())
        .containsExactly(5, 6, 7, 8);
  }

  @Test
  void renderCompletion_textTooLongForAnyTokenization_isRefusedBeforeTokenizing() {
    Prompt prompt = Prompt.text("x".repeat(64 * tokenizer.maxTokenLength() + 1));

    assertThatThrownBy(() -> renderer.renderCompletion(prompt))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("characters=");
    TokenizeParams cutting = limit(64).truncatedTo(-1, TruncationSide.RIGHT);
    assertThat(renderer.renderCompletion(prompt, cutting).ids()).hasSize(64);
  }

  @Test
  void renderCompletion_lowerCase_happensBeforeTokenization() {
    TokenizeParams params = new TokenizeParams(64, 0, null, TruncationSide.RIGHT, true, true);

    assertThat(renderer.renderCompletion(Prompt.text("HeLLo"), params).ids())
        .isEqualTo(tokenizer.encode("hello", true));
  }

  @ParameterizedTest
  @ValueSource(ints = {-2, 5, Integer.MIN_VALUE})
  void tokenizeParams_truncationBeyondTheLimit_isRefused(int length) {
    assertThatThrownBy(() -> limit(4).truncatedTo(length, TruncationSide.LEFT))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("truncate_prompt_tokens=" + length);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 5})
  void tokenizeParams_outputBeyondTheTotal_isRefused(int output) {
    assertThatThrownBy(() -> new TokenizeParams(4, output, null, TruncationSide.RIGHT, false, true))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("max_output_tokens");
  }

  @Test
  void renderChat_defaultTemplate_opensTheModelsTurn() {
    Prompt.Tokens rendered = renderer.renderChat(ChatRequest.of(List.of(ChatMessage.user("Hi"))));

    assertThat(rendered.text())
        .isEqualTo("<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n");
    assertThat(rendered.ids())
        .containsExactly(3, 89, 87, 273, 203, 44, 77, 4, 203, 3, 379, 87, 77, 292, 322, 88, 203);
  }

  @Test
  void renderChat_templateThatWritesBos_holdsExactlyOne() {
    Renderer withBos =
        withTemplate("{{ bos_token }}{% for m in messages %}{{ m.content }}{% endfor %}");

    assertThat(withBos.renderChat(ChatRequest.of(List.of(ChatMessage.user("hello")))).ids())
        .containsExactly(1, 3, 11, 8, 15, 15, 18);
    assertThat(withBos.renderCompletion(Prompt.text("hello")).ids().subList(0, 2))
        .containsExactly(1, 3);
  }

  @Test
  void renderCompletion_textThatBeginsWithBos_isLeftAsItIsWrittenTwice() {
    Renderer withBos = withTemplate(null);

    assertThat(withBos.renderCompletion(Prompt.text("<s>hello")).ids().subList(0, 3))
        .containsExactly(1, 1, 3);
  }

  @Test
  void renderChat_templateFileEndingInANewline_printsNoNewline() {
    String template = new String(Models.bytes("template_in_file.jinja"), StandardCharsets.UTF_8);

    assertThat(
            withTemplate(template)
                .renderChat(ChatRequest.of(List.of(ChatMessage.user("hello"))))
                .text())
        .isEqualTo("NEWhello");
  }

  @Test
  void renderChat_everyParameter_reachesTheTemplate() {
    ChatRequest request =
        new ChatRequest(
            List.of(ChatMessage.user("u")),
            "{{ tools[0].name }}{{ documents[0].title }}{{ add_generation_prompt }}{{ depth }}",
            null,
            false,
            false,
            List.of(Map.of("name", "f")),
            List.of(Map.of("title", "d")),
            Map.of("depth", 2));

    assertThat(renderer.renderChat(request).text()).isEqualTo("fdFalse2");
  }

  @Test
  void renderChat_toolsAndDocumentsNotGiven_areDefinedAndNone() {
    ChatRequest request =
        new ChatRequest(
            List.of(ChatMessage.user("u")),
            "{{ tools is none }}{{ documents is none }}",
            null,
            true,
            false,
            null,
            null,
            Map.of());

    assertThat(renderer.renderChat(request).text()).isEqualTo("TrueTrue");
  }

  @Test
  void renderChat_continueFinalMessage_endsInsideIt() {
    ChatRequest request =
        new ChatRequest(
            List.of(ChatMessage.user("u"), ChatMessage.assistant("The ")),
            null,
            null,
            false,
            true,
            null,
            null,
            Map.of());

    assertThat(renderer.renderChat(request).text()).endsWith("<|im_start|>assistant\nThe ");
  }

  @Test
  void renderChat_tooLong_isRefused() {
    ChatRequest request = ChatRequest.of(List.of(ChatMessage.user("\n".repeat(64))));

    assertThatThrownBy(() -> renderer.renderChat(request))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("prompt too long");
  }

  @Test
  void renderChat_noTemplate_fails() {
    assertThatThrownBy(
            () -> withTemplate(null).renderChat(ChatRequest.of(List.of(ChatMessage.user("u")))))
        .isInstanceOf(ChatTemplateException.class)
        .hasMessageContaining("chat_template");
  }

  @Test
  void chatRequest_noMessages_isRefused() {
    assertThatThrownBy(() -> ChatRequest.of(List.of()))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("messages");
  }

  @Test
  void chatRequest_generationPromptAndContinuation_excludeEachOther() {
    assertThatThrownBy(
            () ->
                new ChatRequest(
                    List.of(ChatMessage.user("u")), null, null, true, true, null, null, Map.of()))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("continue_final_message");
  }

  @ParameterizedTest
  @ValueSource(strings = {"chat_template", "tokenize", "messages", "add_generation_prompt"})
  void chatRequest_kwargThatIsNoVariable_isRefused(String name) {
    assertThatThrownBy(
            () ->
                new ChatRequest(
                    List.of(ChatMessage.user("u")),
                    null,
                    null,
                    true,
                    false,
                    null,
                    null,
                    Map.of(name, "x")))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining(name);
  }
}
