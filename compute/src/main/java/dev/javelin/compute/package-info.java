// SPDX-License-Identifier: Apache-2.0
/**
 * The op set: what a transformer asks of a machine, and nothing more general than that.
 *
 * <p>Vocabulary, used in every module. Shapes are written outermost first and are row-major.
 *
 * <ul>
 *   <li>T: tokens of the step, all sequences packed one after another, never padded
 *   <li>B: sequences of the step
 *   <li>H: width of the hidden state; F: width of the feed-forward layer; V: size of the vocabulary
 *   <li>Nq, Nkv: query and key/value heads; D: width of a head
 *   <li>L: layers; P: blocks of the KV cache; S: token slots a block. Slot = block id x S + offset.
 * </ul>
 *
 * <p>A {@link dev.javelin.compute.Backend} makes weights and KV caches; a {@link
 * dev.javelin.compute.Step} opened on it runs the ops of one forward pass on one thread.
 * Activations are float32 in meaning, live in the step's arena and end with it. Weights and caches
 * belong to whoever made them and are closed by them.
 */
@NullMarked
package dev.javelin.compute;

import org.jspecify.annotations.NullMarked;
