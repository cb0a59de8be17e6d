// SPDX-License-Identifier: Apache-2.0
package dev.javelin.torchbackend;

import ai.djl.pytorch.jni.IValue;
import dev.javelin.compute.Activation;
import dev.javelin.compute.AttentionShape;
import dev.javelin.compute.KVCache;
import dev.javelin.compute.RopeTable;
import dev.javelin.compute.Step;
import dev.javelin.compute.StepInputs;
import dev.javelin.compute.Tensor;
import dev.javelin.compute.TopTokens;
import dev.javelin.compute.Weight;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The ops of one forward pass: checks shapes, then makes one call into the TorchScript program. */
final class TorchStep implements Step {
  private final TorchProgram program;
  private final StepInputs inputs;
  private final StepIndices indices;
  private final Arena arena = new Arena();

  TorchStep(TorchProgram program, StepInputs inputs) {
    InputChecks.structure(inputs);
    this.program = program;
    this.inputs = inputs;
    this.indices = new StepIndices(program, inputs);
  }

  @Override
  public StepInputs inputs() {
    return inputs;
  }

  @Override
  public Tensor embedding(Weight table) {
    return entries(weight(table), indices.tokenIds(table.rows()));
  }

  @Override
  public Tensor positionEmbedding(Weight table) {
    return entries(weight(table), indices.positions("positionEmbedding", table.rows()));
  }

  private Tensor entries(TorchWeight table, IValue ids) {
    return result(inputs.tokens(), table.columns(), "gather_rows", table.table(program), ids);
  }

  @Override
  public Tensor rmsNorm(Tensor x, Weight weight, double epsilon) {
    TorchTensor t = tensor(x);
    TorchWeight w = weight(weight);
    Checks.vector("rmsNorm", t, w, true);
    return like(t, "rms_norm", t.value(), w.vector(), program.scalarTensor(epsilon));
  }

  @Override
  public Tensor layerNorm(Tensor x, Weight weight, @Nullable Weight bias, double epsilon) {
    TorchTensor t = tensor(x);
    TorchWeight w = weight(weight);
    Checks.vector("layerNorm", t, w, false);
    IValue b = program.none();
    if (bias != null) {
      Checks.vector("layerNorm", t, weight(bias), false);
      b = weight(bias).vector();
    }
    return like(t, "layer_norm", t.value(), w.vector(), b, program.constant(epsilon));
  }

  @Override
  public Tensor linear(Tensor x, Weight weight, @Nullable Weight bias) {
    TorchTensor t = tensor(x);
    TorchWeight w = weight(weight);
    Checks.columns("linear", t, w.columns(), w);
    IValue b = program.none();
    if (bias != null) {
      TorchWeight vector = weight(bias);
      Checks.require(vector.rows() == 1 && vector.columns() == w.rows(), "linear", w, vector);
      b = vector.vector();
    }
    IValue factor = w.factor(program);
    String op = w.transposed() ? "linear_transposed" : "linear";
    return result(t.rows(), w.rows(), op, t.value(), factor, b);
  }

  @Override
  public Tensor rope(Tensor x, int heads, RopeTable table) {
    TorchTensor t = tensor(x);
    TorchRopeTable angles = (TorchRopeTable) table;
    Checks.tokens("rope", t, inputs);
    Checks.rope(t, heads, angles.rotated());
    return like(
        t,
        "rope",
        t.value(),
        program.constant((long) heads),
        indices.angles(angles),
        program.constant(angles.interleaved()));
  }

  @Override
  public void writeKeyValue(KVCache cache, int layer, Tensor keys, Tensor values) {
    TorchKVCache kv = (TorchKVCache) cache;
    TorchTensor k = tensor(keys);
    TorchTensor v = tensor(values);
    Checks.layer("writeKeyValue", layer, kv.shape());
    Checks.tokens("writeKeyValue", k, inputs);
    Checks.tokens("writeKeyValue", v, inputs);
    int heads = kv.shape().kvHeads();
    Checks.columns("writeKeyValue", k, heads * kv.shape().keyWidth(), kv.shape());
    Checks.columns("writeKeyValue", v, heads * kv.shape().valueWidth(), kv.shape());
    if (k.rows() == 0) {
      return;
    }
    StepIndices.Slots slots = indices.slots(kv.shape());
    program
        .call(
            "write_key_value",
            kv.slots(layer),
            k.value(),
            v.value(),
            slots.written(),
            slots.cleared())
        .close();
  }

  @Override
  public Tensor attention(Tensor queries, KVCache cache, int layer, AttentionShape shape) {
    TorchKVCache kv = (TorchKVCache) cache;
    TorchTensor q = tensor(queries);
    Checks.layer("attention", layer, kv.shape());
    Checks.tokens("attention", q, inputs);
    Checks.attention(q, shape, kv.shape());
    AttentionPlan plan = indices.plan(kv.shape(), shape);
    int columns = shape.heads() * shape.valueWidth();
    IValue output = new Attention(program, plan, shape, kv.keys(layer), kv.values(layer)).of(q);
    return new TorchTensor(this, arena.own(output), q.rows(), columns);
  }

  @Override
  public Tensor gated(Activation activation, Tensor gate, Tensor up) {
    TorchTensor g = tensor(gate);
    TorchTensor u = tensor(up);
    Checks.sameShape("gated", g, u);
    return like(g, method(activation) + "_gated", g.value(), u.value());
  }

  @Override
  public Tensor activation(Activation activation, Tensor x) {
    TorchTensor t = tensor(x);
    return like(t, method(activation), t.value());
  }

  private static String method(Activation activation) {
    return activation.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public Tensor add(Tensor a, Tensor b) {
    TorchTensor left = tensor(a);
    TorchTensor right = tensor(b);
    Checks.sameShape("add", left, right);
    return like(left, "add", left.value(), right.value());
  }

  @Override
  public Tensor scale(Tensor x, double factor) {
    TorchTensor t = tensor(x);
    return like(t, "scale", t.value(), program.constant(factor));
  }

  @Override
  public Tensor softcap(Tensor x, double cap) {
    TorchTensor t = tensor(x);
    return like(t, "softcap", t.value(), program.constant(cap));
  }

  @Override
  public Tensor rows(Tensor x, int[] rows) {
    TorchTensor t = tensor(x);
    Checks.indices("rows", "row", rows, t.rows());
    try (IValue ids = program.longs(Arrays.stream(rows).asLongStream().toArray())) {
      return result(rows.length, t.columns(), "gather_rows", t.value(), ids);
    }
  }

  @Override
  public int[] argmax(Tensor logits) {
    TorchTensor t = tensor(logits);
    Checks.require(t.columns() > 0, "argmax", t, "at least one column");
    return t.rows() == 0 ? new int[0] : Logits.argmax(program, t.value(), t.rows());
  }

  @Override
  public TopTokens topTokens(Tensor logits, int k) {
    TorchTensor t = tensor(logits);
    if (k < 1 || k > t.columns()) {
      throw new IllegalArgumentException(
          "topTokens: out of range: k=" + k + ", expected 1 to the row's width, logits=" + t);
    }
    return Logits.topTokens(program, t.value(), t.rows(), k);
  }

  @Override
  public void retain(Tensor... live) {
    arena.retain(Arrays.stream(live).map(x -> tensor(x).value()).toList());
  }

  @Override
  public void readRow(Tensor x, int row, float[] target) {
    TorchTensor t = tensor(x);
    Checks.row("readRow", row, t);
    if (target.length < t.columns()) {
      throw new IllegalArgumentException(
          "readRow: target too small: length=" + target.length + ", x=" + t);
    }
    program.withRows(
        t.value(), row, 1, memory -> memory.asFloatBuffer().get(target, 0, t.columns()));
  }

  /** Tensors that this step holds. */
  int size() {
    return arena.size();
  }

  private TorchTensor like(TorchTensor x, String op, IValue... arguments) {
    return result(x.rows(), x.columns(), op, arguments);
  }

  private TorchTensor result(int rows, int columns, String op, IValue... arguments) {
    IValue value = rows == 0 ? program.empty(0, columns) : program.call(op, arguments);
    return new TorchTensor(this, arena.own(value), rows, columns);
  }

  private TorchTensor tensor(Tensor x) {
    if (!(x instanceof TorchTensor t) || t.step() != this) {
      throw new IllegalArgumentException("a tensor of another step or backend: " + x);
    }
    return t;
  }

  private static TorchWeight weight(Weight w) {
    if (!(w instanceof TorchWeight weight)) {
      throw new IllegalArgumentException("a weight of another backend: " + w.name());
    }
    return weight;
  }

  @Override
  public void close() {
    arena.close();
    indices.close();
  }
}
