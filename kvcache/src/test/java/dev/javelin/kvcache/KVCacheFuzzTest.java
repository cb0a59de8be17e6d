// SPDX-License-Identifier: Apache-2.0
package dev.javelin.kvcache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.javelin.engineapi.TokenIds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random operations on small pools, with a simulated cache memory: each slot holds a digest of
 * adapter, salt and all tokens up to its position, so that a wrongly shared, reused or evicted
 * block shows as a wrong value. Every operation is followed by an integrity check.
 */
class KVCacheFuzzTest {
  private static final int OPERATIONS = 3_000;

  private long hits;
  private long refusals;
  private long checkedSlots;

  /** One sequence and the digests that its slots must hold. */
  private static final class Subject {
    final CachedSequence sequence;
    final List<Long> digests = new ArrayList<>();
    private long digest;
    int computed;
    int scheduled;

    Subject(CachedSequence sequence, long start) {
      this.sequence = sequence;
      digest = start;
    }

    void add(int token) {
      digest = (digest ^ token + 1) * 0x9E3779B97F4A7C15L;
      digest ^= digest >>> 29;
      digests.add(digest);
    }
  }

  private final class Simulation {
    final Random random;
    final int numBlocks;
    final int blockSize;
    final int window;
    final int maxStep;
    final CheckedCache cache;
    final long[] memory;
    final List<Subject> live = new ArrayList<>();
    final List<Subject> stepped = new ArrayList<>();

    Simulation(long seed) {
      random = new Random(seed);
      numBlocks = 2 + random.nextInt(30);
      blockSize = 1 + random.nextInt(4);
      window = random.nextBoolean() ? 0 : 1 + random.nextInt(12);
      maxStep = 1 + random.nextInt(10);
      cache = new CheckedCache(numBlocks, blockSize, random.nextInt(8) > 0, window);
      memory = new long[numBlocks * blockSize];
    }

    void operate() {
      switch (random.nextInt(10)) {
        case 0, 1, 2 -> admitOne();
        case 3, 4, 5 -> allocateOne();
        case 6, 7 -> compute();
        case 8 -> freeOne();
        default -> rare();
      }
      live.forEach(this::checkMemory);
    }

    private void rare() {
      switch (random.nextInt(6)) {
        case 0 -> {
          if (stepped.isEmpty()) {
            assertThat(cache.reset()).isEqualTo(live.isEmpty());
          }
        }
        case 1 -> {
          cache.forgetStep();
          List.copyOf(stepped).forEach(this::free);
          endStep();
        }
        case 2 -> {
          if (!stepped.isEmpty()) {
            preemptLast();
          }
        }
        default -> compute();
      }
    }

    /** The latest of the step goes, before others can have found its blocks. */
    private void preemptLast() {
      Subject last = stepped.get(stepped.size() - 1);
      cache.forgetStep(last.sequence);
      free(last);
    }

    private void admitOne() {
      @Nullable String lora = random.nextInt(6) == 0 ? "a" : null;
      @Nullable String salt = random.nextInt(6) == 0 ? "a" : null;
      Subject subject =
          new Subject(
              cache.manager.newSequence(TokenIds.empty(), lora, salt, random.nextInt(10) > 0),
              (lora == null ? 0 : 1) + (salt == null ? 0 : 2));
      int length = 1 + random.nextInt(4 * blockSize + 4);
      int alphabet = random.nextInt(8) == 0 ? 5 : 1;
      for (int i = 0; i < length; i++) {
        append(subject, random.nextInt(alphabet));
      }
      PrefixHit hit = cache.manager.getComputedBlocks(subject.sequence);
      assertThat(hit.numTokens()).isLessThan(length);
      int tokens = Math.min(maxStep, length - hit.numTokens());
      int[] before = cache.freeBlocks();
      if (cache.admit(subject.sequence, tokens, random.nextInt(3))) {
        hits += hit.numTokens();
        subject.computed = hit.numTokens();
        schedule(subject, tokens);
        live.add(subject);
      } else {
        refusals++;
        assertThat(cache.freeBlocks()).isEqualTo(before);
      }
    }

    private void append(Subject subject, int token) {
      subject.sequence.append(token);
      subject.add(token);
    }

    private void allocateOne() {
      List<Subject> idle = live.stream().filter(subject -> subject.scheduled == 0).toList();
      if (idle.isEmpty()) {
        return;
      }
      Subject subject = idle.get(random.nextInt(idle.size()));
      if (subject.computed == subject.digests.size()) {
        append(subject, random.nextInt(2));
      }
      int tokens = Math.min(maxStep, subject.digests.size() - subject.computed);
      if (cache.allocate(subject.sequence, subject.computed, tokens)) {
        schedule(subject, tokens);
        int held = subject.sequence.numBlocks() - subject.sequence.numDroppedBlocks();
        assertThat(held)
            .isLessThanOrEqualTo(cache.manager.blocksNeeded(subject.digests.size(), maxStep));
      } else {
        refusals++;
      }
    }

    private void schedule(Subject subject, int tokens) {
      subject.scheduled = tokens;
      stepped.add(subject);
    }

    private void compute() {
      for (Subject subject : stepped) {
        for (int i = 0; i < subject.scheduled; i++) {
          memory[slot(subject, subject.computed + i)] = subject.digests.get(subject.computed + i);
        }
        subject.computed += subject.scheduled;
      }
      endStep();
    }

    private void endStep() {
      stepped.forEach(subject -> subject.scheduled = 0);
      stepped.clear();
      cache.startStep();
    }

    private void freeOne() {
      List<Subject> idle = live.stream().filter(subject -> subject.scheduled == 0).toList();
      if (!idle.isEmpty()) {
        free(idle.get(random.nextInt(idle.size())));
      }
    }

    private void free(Subject subject) {
      cache.free(subject.sequence);
      stepped.remove(subject);
      live.remove(subject);
    }

    private int slot(Subject subject, int position) {
      int block = subject.sequence.blockId(position / blockSize);
      assertThat(block).as("block of position %d", position).isPositive();
      return block * blockSize + position % blockSize;
    }

    /** While a step is open, shared blocks of it are not written yet: then nothing is checked. */
    private void checkMemory(Subject subject) {
      if (stepped.isEmpty()) {
        int from = window == 0 ? 0 : Math.max(0, subject.computed - window + 1);
        for (int position = from; position < subject.computed; position++) {
          assertThat(memory[slot(subject, position)]).isEqualTo(subject.digests.get(position));
          checkedSlots++;
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void randomOperations_memoryAlwaysHoldsWhatTablesPromise(long seed) {
    for (int i = 0; i < 12; i++) {
      Simulation simulation = new Simulation(100 * seed + i);
      for (int operation = 0; operation < OPERATIONS; operation++) {
        simulation.operate();
      }
      List.copyOf(simulation.live).forEach(simulation::free);
      assertThat(simulation.cache.manager.usage()).isZero();
      assertThat(simulation.cache.reset()).isTrue();
    }
    System.out.printf(
        "KV cache fuzz, seed %d: %d operations, %d tokens hit, %d refusals, %d slots checked%n",
        seed, 12 * OPERATIONS, hits, refusals, checkedSlots);
    assertThat(hits).isPositive();
    assertThat(refusals).isPositive();
    assertThat(checkedSlots).isPositive();
  }

  @Test
  void checkMemory_slotNeverWritten_isNoticed() {
    Simulation simulation = new Simulation(5);
    Subject subject = new Subject(simulation.cache.sequence(TokenIds.of(1)), 0);
    subject.add(1);
    simulation.cache.admit(subject.sequence, 1);
    subject.computed = 1;
    assertThatThrownBy(() -> simulation.checkMemory(subject)).isInstanceOf(AssertionError.class);
  }
}
