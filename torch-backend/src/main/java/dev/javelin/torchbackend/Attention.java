// SPDX-License-Identifier: Apache-2.0
package dev.javelin.torchbackend;

import ai.djl.pytorch.jni.IValue;
import dev.javelin.compute.AttentionShape;

/**
 * The attention of one layer, following a plan.
 *
 * @param keys [P, Nkv, keyWidth, S]
 * @param values [P, Nkv, S, valueWidth]
 */
record Attention(
    TorchProgram program, AttentionPlan plan, AttentionShape shape, IValue keys, IValue values) {
  /** The attention of all queries, [T, heads x valueWidth]; the caller closes it. */
  IValue of(TorchTensor queries) {
    AttentionPlan.Single single = plan.single();
    if (single != null) {
      return program.call(
          "attend_single",
          queries.value(),
          keys,
          values,
          single.blocks(),
          single.first(),
          single.count(),
          scale(),
          softcap());
    }
    if (plan.oneBatch()) {
      AttentionPlan.Batch batch = plan.batches().get(0);
      return program.call(
          "attend_batch", queries.value(), keys, values, batch.blocks(), scale(), softcap());
    }
    IValue output = program.empty(queries.rows(), (long) shape.heads() * shape.valueWidth());
    try {
      plan.sequences().forEach(sequence -> attend(output, queries.value(), sequence));
      plan.batches().forEach(batch -> attend(output, queries.value(), batch));
      return output;
    } catch (RuntimeException | Error e) {
      output.close();
      throw e;
    }
  }

  private void attend(IValue output, IValue queries, AttentionPlan.Sequence sequence) {
    program
        .call(
            "attend_sequence",
            output,
            queries,
            keys,
            values,
            sequence.blocks(),
            sequence.first(),
            sequence.count(),
            sequence.offset(),
            program.constant((long) shape.window()),
            scale(),
            softcap())
        .close();
  }

  private void attend(IValue output, IValue queries, AttentionPlan.Batch batch) {
    program
        .call(
            "attend_some",
            output,
            queries,
            batch.rows(),
            keys,
            values,
            batch.blocks(),
            scale(),
            softcap())
        .close();
  }

  private IValue scale() {
    return program.constant(shape.scale());
  }

  private IValue softcap() {
    return program.constant(shape.softcap());
  }
}
