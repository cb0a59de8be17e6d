// SPDX-License-Identifier: Apache-2.0
package dev.javelin.enginecore.models;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The weights of a decoder, by role: first as sources in a checkpoint, then as a backend holds
 * them.
 *
 * @param <T> {@code WeightSource} or {@code Weight}
 * @param embedding [V, H]
 * @param positions learned position embeddings [positions, H], or null
 * @param layers one entry a layer
 * @param finalNorm before the head
 * @param head [V, H]; the same object as {@code embedding} where they are tied
 */
public record DecoderWeights<T>(
    T embedding, @Nullable T positions, List<Layer<T>> layers, Norm<T> finalNorm, Linear<T> head) {
  public DecoderWeights {
    layers = List.copyOf(layers);
  }

  /** These weights with every one replaced. */
  public <R> DecoderWeights<R> map(Function<T, R> convert) {
    return new DecoderWeights<>(
        convert.apply(embedding),
        positions == null ? null : convert.apply(positions),
        layers.stream().map(layer -> layer.map(convert)).toList(),
        finalNorm.map(convert),
        head.map(convert));
  }

  /**
   * A linear layer.
   *
   * @param weight [out, in]
   * @param bias [1, out], or null
   */
  public record Linear<T>(T weight, @Nullable T bias) {
    <R> Linear<R> map(Function<T, R> convert) {
      return new Linear<>(convert.apply(weight), bias == null ? null : convert.apply(bias));
    }
  }

  /**
   * A norm.
   *
   * @param weight [1, width]
   * @param bias [1, width], or null
   */
  public record Norm<T>(T weight, @Nullable T bias) {
    <R> Norm<R> map(Function<T, R> convert) {
      return new Norm<>(convert.apply(weight), bias == null ? null : convert.apply(bias));
    }
  }

  /**
   * Attention.
   *
   * @param query [Nq x D, H]
   * @param key [Nkv x D, H]
   * @param value [Nkv x D, H]
   * @param output [H, Nq x D]
   * @param queryNorm over each query head before rope, or null
   * @param keyNorm over each key head before rope, or null
   */
  public record Attention<T>(
      Linear<T> query,
      Linear<T> key,
      Linear<T> value,
      Linear<T> output,
      @Nullable Norm<T> queryNorm,
      @Nullable Norm<T> keyNorm) {
    <R> Attention<R> map(Function<T, R> convert) {
      return new Attention<>(
          query.map(convert),
          key.map(convert),
          value.map(convert),
          output.map(convert),
          queryNorm == null ? null : queryNorm.map(convert),
          keyNorm == null ? null : keyNorm.map(convert));
    }
  }

  /**
   * A feed-forward layer.
   *
   * @param gate [F, H], or null for a plain one
   * @param up [F, H]
   * @param down [H, F]
   */
  public record FeedForward<T>(@Nullable Linear<T> gate, Linear<T> up, Linear<T> down) {
    <R> FeedForward<R> map(Function<T, R> convert) {
      return new FeedForward<>(
          gate == null ? null : gate.map(convert), up.map(convert), down.map(convert));
    }
  }

  /**
   * One layer.
   *
   * @param attentionNorm on attention's input
   * @param attention attention
   * @param attentionOutputNorm on attention's output before it is added, or null
   * @param feedForwardNorm on the feed-forward layer's input
   * @param feedForward the feed-forward layer
   * @param feedForwardOutputNorm on its output before it is added, or null
   */
  public record Layer<T>(
      Norm<T> attentionNorm,
      Attention<T> attention,
      @Nullable Norm<T> attentionOutputNorm,
      Norm<T> feedForwardNorm,
      FeedForward<T> feedForward,
      @Nullable Norm<T> feedForwardOutputNorm) {
    <R> Layer<R> map(Function<T, R> convert) {
      return new Layer<>(
          attentionNorm.map(convert),
          attention.map(convert),
          attentionOutputNorm == null ? null : attentionOutputNorm.map(convert),
          feedForwardNorm.map(convert),
          feedForward.map(convert),
          feedForwardOutputNorm == null ? null : feedForwardOutputNorm.map(convert));
    }
  }
}
