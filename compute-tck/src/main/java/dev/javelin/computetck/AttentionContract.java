// SPDX-License-Identifier: Apache-2.0
package dev.javelin.computetck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.compute.AttentionShape;
import dev.javelin.compute.Step;
import dev.javelin.compute.StepInputs;
import dev.javelin.compute.Tensor;
import dev.javelin.computetck.PagedSequences.Chunk;
import dev.javelin.computetck.PagedSequences.Sequence;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Attention over a paged cache. */
abstract class AttentionContract extends OpContract {
  private static final double ATTENTION_TOLERANCE = 2e-5;
  private static final int BLOCKS = 400;

  private static AttentionShape shape(int heads, int kvHeads, int width) {
    return new AttentionShape(heads, kvHeads, width, width, 1 / Math.sqrt(width), 0, 0);
  }

  private static AttentionShape windowed(int window) {
    return new AttentionShape(6, 2, 16, 16, 0.25, 0, window);
  }

  private PagedSequences sequences(AttentionShape shape, int blockSize) {
    return new PagedSequences(bench, shape, blockSize, BLOCKS);
  }

  private static void assertAttention(Sequence sequence) {
    assertThat(sequence.computed).isEqualTo(sequence.queries.rows());
    Workbench.assertClose(sequence.output, sequence.expected(), ATTENTION_TOLERANCE);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 7, 8, 13, 31, 64, 257})
  void attention_wholePrompt_matchesTheFormula(int length) {
    PagedSequences batch = sequences(shape(9, 3, 64), 16);
    Sequence sequence = batch.add(length);

    batch.run(sequence, length);

    assertAttention(sequence);
  }

  @ParameterizedTest
  @CsvSource({"1,1", "2,1", "8,1", "4,4", "6,2", "9,3", "14,2"})
  void attention_anyGroupOfHeads_readsItsKeyHead(int heads, int kvHeads) {
    PagedSequences batch = sequences(shape(heads, kvHeads, 13), 8);
    Sequence prompt = batch.add(31);
    Sequence decoded = batch.add(13);

    batch.run(prompt, 31);
    batch.run(decoded, 1);

    assertAttention(prompt);
    assertAttention(decoded);
  }

  @ParameterizedTest
  @CsvSource({"1,7", "8,8", "13,3", "64,128", "96,64", "257,31"})
  void attention_keyAndValueWidthsDiffer_matchesTheFormula(int keyWidth, int valueWidth) {
    PagedSequences batch =
        sequences(new AttentionShape(4, 2, keyWidth, valueWidth, 1 / Math.sqrt(keyWidth), 0, 0), 8);
    Sequence prompt = batch.add(31);
    Sequence decoded = batch.add(13);

    batch.run(prompt, 20);
    batch.run(decoded, 1);

    assertAttention(prompt);
    assertAttention(decoded);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 64, 100})
  void attention_chunkOfAnySize_equalsTheWhole(int chunk) {
    PagedSequences batch = sequences(shape(6, 2, 16), 16);
    Sequence sequence = batch.add(257);

    batch.run(sequence, chunk);

    assertAttention(sequence);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 16, 64})
  void attention_blocksOfAnySize_matchesTheFormula(int blockSize) {
    PagedSequences batch = sequences(shape(6, 2, 16), blockSize);
    Sequence sequence = batch.add(64);

    batch.run(sequence, 13);

    assertAttention(sequence);
  }

  @ParameterizedTest
  @CsvSource({"1,64", "7,1", "7,7", "16,64", "17,5", "40,64", "1000,64"})
  void attention_window_seesNothingBeforeIt(int window, int chunk) {
    PagedSequences batch = sequences(windowed(window), 8);
    poison(batch, 0, 8);
    Sequence sequence = batch.add(131);

    batch.run(sequence, chunk);

    assertAttention(sequence);
  }

  @ParameterizedTest
  @CsvSource({"50,0", "5,0", "50,13"})
  void attention_softcap_boundsTheScores(double softcap, int window) {
    PagedSequences batch = sequences(new AttentionShape(4, 2, 16, 16, 1.5, softcap, window), 8);
    Sequence whole = batch.add(64);
    Sequence chunked = batch.add(64);

    batch.run(whole, 64);
    batch.run(chunked, 7);

    assertAttention(whole);
    assertAttention(chunked);
  }

  @Test
  void attention_longChunksOverLongContext_matchTheFormula() {
    for (AttentionShape shape :
        List.of(shape(2, 1, 8), new AttentionShape(2, 1, 8, 8, 1, 0, 300))) {
      PagedSequences batch = sequences(shape, 16);
      Sequence sequence = batch.add(1400);

      batch.run(sequence, 700);

      assertAttention(sequence);
    }
  }

  @Test
  void attention_largeScores_doNotOverflow() {
    PagedSequences batch = sequences(new AttentionShape(2, 1, 8, 8, 400, 0, 0), 8);
    Sequence sequence = batch.add(31);

    batch.run(sequence, 13);

    assertAttention(sequence);
  }

  @Test
  void attention_prefillAndDecodeInOneStep_eachMatchTheFormula() {
    PagedSequences batch = sequences(shape(9, 3, 64), 16);
    Sequence first = batch.add(40);
    Sequence second = batch.add(64);
    Sequence third = batch.add(8);
    Sequence fourth = batch.add(3);
    batch.step(new Chunk(first, 38));
    batch.step(new Chunk(second, 31), new Chunk(third, 7));

    batch.step(
        new Chunk(first, 1), new Chunk(second, 33), new Chunk(third, 1), new Chunk(fourth, 2));
    batch.step(new Chunk(fourth, 1), new Chunk(first, 1));

    for (Sequence sequence : List.of(first, second, third, fourth)) {
      assertAttention(sequence);
    }
  }

  @Test
  void attention_manyDecodesOfVeryDifferentLength_eachMatchTheFormula() {
    PagedSequences batch = sequences(shape(6, 2, 16), 8);
    List<Sequence> sequences = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      Sequence sequence = batch.add(2 + (i * 37) % 61 + (i == 13 ? 500 : 0));
      sequences.add(sequence);
      batch.step(new Chunk(sequence, sequence.queries.rows() - 1));
    }

    batch.step(sequences.stream().map(s -> new Chunk(s, 1)).toArray(Chunk[]::new));

    sequences.forEach(AttentionContract::assertAttention);
  }

  @ParameterizedTest
  @CsvSource({"0,0", "20,0", "0,30"})
  void attention_blocksThatLieInOrder_matchTheFormula(int window, double softcap) {
    PagedSequences batch = sequences(new AttentionShape(6, 2, 16, 16, 0.25, softcap, window), 8);
    batch.handOutInOrder();
    Sequence alone = batch.add(61);
    batch.step(new Chunk(alone, 50));
    batch.run(alone, 1);
    Sequence chunked = batch.add(61);
    batch.run(chunked, 13);

    assertAttention(alone);
    assertAttention(chunked);
  }

  @Test
  void attention_longSequenceAlone_matchesTheFormula() {
    PagedSequences batch = sequences(shape(3, 1, 8), 4);
    batch.handOutInOrder();
    Sequence sequence = batch.add(700);
    batch.step(new Chunk(sequence, 695));

    batch.run(sequence, 1);

    assertAttention(sequence);
  }

  @Test
  void attention_blocksSharedBySequences_areReadByEach() {
    PagedSequences batch = sequences(shape(6, 2, 16), 8);
    Sequence first = batch.add(40);
    batch.step(new Chunk(first, 38));
    Sequence second = batch.addSharing(first, 4, 36);
    Sequence third = batch.addSharing(first, 2, 30);
    batch.step(new Chunk(second, 3), new Chunk(third, 13), new Chunk(first, 1));

    batch.step(new Chunk(second, 1), new Chunk(third, 1), new Chunk(first, 1));

    assertAttention(first);
    assertAttention(second);
    assertAttention(third);
  }

  @Test
  void attention_neighbourWithNan_doesNotSpread() {
    PagedSequences batch = sequences(shape(6, 2, 16), 8);
    Sequence sick = batch.add(13);
    Sequence healthy = batch.add(13);
    Sequence prompt = batch.add(9);
    sick.values.set(0, 0, Double.NaN);
    sick.keys.set(3, 1, Double.NaN);
    batch.step(new Chunk(sick, 12), new Chunk(healthy, 12));
    batch.step(new Chunk(sick, 1), new Chunk(healthy, 1), new Chunk(prompt, 9));

    assertThat(sick.output.slice(12, 13).data()).contains(Double.NaN);
    assertAttention(healthy);
    assertAttention(prompt);
  }

  @Test
  void attention_blockThatHeldNan_isCleanForItsNextOwner() {
    PagedSequences batch = sequences(shape(6, 2, 16), 8);
    Sequence sick = batch.add(16);
    sick.values.set(7, 0, Double.NaN);
    sick.keys.set(15, 0, Double.NaN);
    batch.run(sick, 16);
    batch.free(sick);
    Sequence decoded = batch.add(10);
    Sequence other = batch.add(100);
    batch.run(other, 90);

    batch.run(decoded, 1);
    assertAttention(decoded);
    batch.free(decoded);
    Sequence prompt = batch.add(13);
    batch.run(prompt, 5);

    assertAttention(prompt);
  }

  @Test
  void attention_zeroTokens_givesZeroRows() {
    PagedSequences batch = sequences(shape(6, 2, 16), 8);
    Step step = bench.step(0);

    Tensor actual =
        step.attention(bench.tensor(step, Matrix.zeros(0, 96)), batch.cache(), 0, shape(6, 2, 16));

    assertThat(actual.rows()).isZero();
    assertThat(actual.columns()).isEqualTo(96);
  }

  @Test
  void attention_wrongWidth_namesOpAndShapes() {
    PagedSequences batch = sequences(shape(6, 2, 16), 8);
    Step step = bench.step(3);
    Tensor x = bench.tensor(step, Matrix.random(3, 95, 1));

    assertThatThrownBy(() -> step.attention(x, batch.cache(), 0, shape(6, 2, 16)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("attention", "[3, 95]", "heads=6", "keyWidth=16");
    Tensor right = bench.tensor(step, Matrix.random(3, 96, 1));
    assertThatThrownBy(() -> step.attention(right, batch.cache(), 0, shape(6, 3, 16)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("attention", "kvHeads=3", "kvHeads=2");
    assertThatThrownBy(() -> step.attention(right, batch.cache(), 2, shape(6, 2, 16)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("attention", "layer=2");
  }

  @Test
  void attention_blockOutsideTheCache_isRefused() {
    PagedSequences batch = sequences(shape(6, 2, 16), 8);
    int[] one = {0};
    Step step =
        bench.step(
            new StepInputs(
                one, one, one, new int[] {0, 1}, new int[] {1}, new int[][] {{BLOCKS}}, one));
    Tensor x = bench.tensor(step, Matrix.random(1, 96, 1));

    assertThatThrownBy(() -> step.attention(x, batch.cache(), 0, shape(6, 2, 16)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("blockTables[0][0]=" + BLOCKS);
  }

  /** Fills a block with NaN, as the null block may be. */
  private void poison(PagedSequences batch, int block, int blockSize) {
    int[] slots = new int[blockSize];
    int[] positions = new int[blockSize];
    for (int i = 0; i < blockSize; i++) {
      slots[i] = block * blockSize + i;
      positions[i] = i;
    }
    try (Step step =
        bench
            .backend()
            .step(
                new StepInputs(
                    positions,
                    positions,
                    slots,
                    new int[] {0, blockSize},
                    new int[] {blockSize},
                    new int[][] {{block}},
                    positions))) {
      Tensor nan = bench.tensor(step, Matrix.zeros(blockSize, 32).map(v -> Double.NaN));
      step.writeKeyValue(batch.cache(), 1, nan, nan);
    }
  }
}
