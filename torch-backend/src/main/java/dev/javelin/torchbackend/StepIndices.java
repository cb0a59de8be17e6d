// SPDX-License-Identifier: Apache-2.0
package dev.javelin.torchbackend;

import ai.djl.pytorch.jni.IValue;
import dev.javelin.compute.AttentionShape;
import dev.javelin.compute.KVCacheShape;
import dev.javelin.compute.StepInputs;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the layers of a step share: index tensors, angles and attention plans, each made when first
 * asked for. The arena owns them.
 */
final class StepIndices implements AutoCloseable {
  private final TorchProgram program;
  private final StepInputs inputs;
  private final Arena arena = new Arena();
  private final Map<TorchRopeTable, IValue> angles = new IdentityHashMap<>();
  private final Map<KVCacheShape, Slots> slots = new HashMap<>();
  private final Map<PlanKey, AttentionPlan> plans = new HashMap<>();
  private @Nullable IValue tokenIds;
  private @Nullable IValue positions;

  private record PlanKey(KVCacheShape cache, int heads, int window) {}

  /**
   * Where keys and values go.
   *
   * @param written [T] block of each token and [T] its place in the block
   * @param cleared the same for the unused slots of blocks that the step begins to write, or
   *     torch's None
   */
  record Slots(IValue written, IValue cleared) {}

  StepIndices(TorchProgram program, StepInputs inputs) {
    this.program = program;
    this.inputs = inputs;
  }

  /** [T] token ids, all under {@code limit}. */
  IValue tokenIds(int limit) {
    Checks.indices("embedding", "tokenId", inputs.tokenIds(), limit);
    if (tokenIds == null) {
      tokenIds = arena.own(longs(inputs.tokenIds()));
    }
    return tokenIds;
  }

  /** [T] positions, all under {@code limit}. */
  IValue positions(String op, int limit) {
    Checks.indices(op, "position", inputs.positions(), limit);
    if (positions == null) {
      positions = arena.own(longs(inputs.positions()));
    }
    return positions;
  }

  /** The cosines and sines of the step's positions. */
  IValue angles(TorchRopeTable table) {
    IValue known = angles.get(table);
    if (known == null) {
      IValue rows = positions("rope", table.positions());
      IValue interleaved = program.constant(table.interleaved());
      known = arena.own(program.call("rope_angles", table.value(), rows, interleaved));
      angles.put(table, known);
    }
    return known;
  }

  /** The slots that the step writes in a cache. */
  Slots slots(KVCacheShape cache) {
    return slots.computeIfAbsent(cache, this::makeSlots);
  }

  private Slots makeSlots(KVCacheShape cache) {
    Checks.indices(
        "writeKeyValue",
        "slot",
        inputs.slotMapping(),
        Math.multiplyExact(cache.blocks(), cache.blockSize()));
    int[] cleared = unusedSlots(cache.blockSize());
    return new Slots(
        places(inputs.slotMapping(), cache.blockSize()),
        cleared.length == 0 ? program.none() : places(cleared, cache.blockSize()));
  }

  private IValue places(int[] slots, int size) {
    try (IValue blocks = program.longs(Arrays.stream(slots).mapToLong(s -> s / size).toArray());
        IValue offsets = program.longs(Arrays.stream(slots).mapToLong(s -> s % size).toArray())) {
      return arena.own(IValue.tupleFrom(blocks, offsets));
    }
  }

  /**
   * The slots after the last token of each sequence in a block whose first slot this step writes.
   */
  private int[] unusedSlots(int size) {
    int[] unused = new int[inputs.sequences() * size];
    int count = 0;
    for (int b = 0; b < inputs.sequences(); b++) {
      int queries = inputs.queryStarts()[b + 1] - inputs.queryStarts()[b];
      int used = inputs.sequenceLengths()[b] % size;
      if (used > 0 && queries >= used) {
        int last = inputs.slotMapping()[inputs.queryStarts()[b + 1] - 1];
        if (last % size != used - 1) {
          throw new IllegalArgumentException(
              "writeKeyValue: a token's slot is not at its place in a block: slot="
                  + last
                  + ", blockSize="
                  + size
                  + ", sequenceLength="
                  + inputs.sequenceLengths()[b]);
        }
        for (int i = 1; i <= size - used; i++) {
          unused[count++] = last + i;
        }
      }
    }
    return Arrays.copyOf(unused, count);
  }

  /** How the step attends in layers of a shape. */
  AttentionPlan plan(KVCacheShape cache, AttentionShape shape) {
    PlanKey key = new PlanKey(cache, shape.heads(), shape.window());
    AttentionPlan known = plans.get(key);
    if (known == null) {
      InputChecks.cache(inputs, cache, shape.window());
      known = AttentionPlan.of(inputs, shape, cache.blockSize(), program, arena);
      plans.put(key, known);
    }
    return known;
  }

  private IValue longs(int[] values) {
    return program.longs(Arrays.stream(values).asLongStream().toArray());
  }

  @Override
  public void close() {
    arena.close();
  }
}
