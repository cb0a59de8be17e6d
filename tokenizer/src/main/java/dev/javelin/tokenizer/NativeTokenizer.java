// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer;

import ai.djl.huggingface.tokenizers.jni.TokenizersLibrary;
import dev.javelin.engineapi.TokenIds;
import dev.javelin.engineapi.Tokenizer;
import dev.javelin.engineapi.ValidationException;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongFunction;

/** A tokenizer of the native library, with the lookups that the library does not offer. */
final class NativeTokenizer implements Tokenizer {
  private static final TokenizersLibrary LIBRARY = TokenizersLibrary.LIB;
  private static final Cleaner CLEANER = Cleaner.create();

  private final TokenizerDefinition definition;
  private final NativeHandle encoding;
  private final NativeHandle decoding;
  private final Cleaner.Cleanable cleanable;

  /**
   * @param encoding encodes, owned by this tokenizer from now on
   * @param decoding decodes, owned by this tokenizer from now on; where empty, {@code encoding}
   *     does
   */
  NativeTokenizer(
      TokenizerDefinition definition, NativeHandle encoding, Optional<NativeHandle> decoding) {
    this.definition = definition;
    this.encoding = encoding;
    this.decoding = decoding.orElse(encoding);
    this.cleanable = CLEANER.register(this, releaseAll(encoding, this.decoding));
  }

  /** In a method of its own, since the action must not hold on to the tokenizer. */
  private static Runnable releaseAll(NativeHandle encoding, NativeHandle decoding) {
    return () -> {
      encoding.run();
      decoding.run();
    };
  }

  @Override
  public TokenIds encode(String text, boolean addSpecialTokens) {
    String wellFormed = UnicodeText.replaceLoneSurrogates(text);
    return call(
        encoding, address -> takeIds(LIBRARY.encode(address, wellFormed, addSpecialTokens)));
  }

  @Override
  public List<TokenIds> encodeAll(List<String> texts, boolean addSpecialTokens) {
    String[] wellFormed =
        texts.stream().map(UnicodeText::replaceLoneSurrogates).toArray(String[]::new);
    return call(
        encoding,
        address -> {
          List<TokenIds> all = new ArrayList<>(wellFormed.length);
          for (long one : LIBRARY.batchEncode(address, wellFormed, addSpecialTokens)) {
            all.add(takeIds(one));
          }
          return Collections.unmodifiableList(all);
        });
  }

  /** Copies the ids out of an encoding and frees it. */
  private static TokenIds takeIds(long encoding) {
    try {
      long[] ids = LIBRARY.getTokenIds(encoding);
      int[] narrow = new int[ids.length];
      for (int i = 0; i < ids.length; i++) {
        narrow[i] = Math.toIntExact(ids[i]);
      }
      return TokenIds.of(narrow);
    } finally {
      LIBRARY.deleteEncoding(encoding);
    }
  }

  @Override
  public String decode(List<Integer> ids, boolean skipSpecialTokens) {
    long[] known = new long[ids.size()];
    int count = 0;
    for (int id : ids) {
      if (id >= 0 && id < definition.vocabSize()) {
        known[count++] = id;
      }
    }
    long[] wide = Arrays.copyOf(known, count);
    return call(decoding, address -> LIBRARY.decode(address, wide, skipSpecialTokens));
  }

  private <T> T call(NativeHandle handle, LongFunction<T> operation) {
    try {
      return handle.use(operation);
    } catch (IllegalStateException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new ValidationException(
          "the tokenizer refused its input: file="
              + definition.source()
              + ", cause="
              + e.getMessage());
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  @Override
  public OptionalInt tokenToId(String token) {
    Integer id = definition.ids().get(token);
    return id == null ? OptionalInt.empty() : OptionalInt.of(id);
  }

  @Override
  public boolean isSpecial(int id) {
    return definition.specialIds().contains(id);
  }

  @Override
  public Map<Integer, String> addedTokens() {
    return Collections.unmodifiableMap(definition.addedTokens());
  }

  @Override
  public int vocabSize() {
    return definition.vocabSize();
  }

  @Override
  public int maxTokenLength() {
    return definition.maxTokenLength();
  }

  @Override
  public void close() {
    cleanable.clean();
  }
}
