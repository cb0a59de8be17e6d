// SPDX-License-Identifier: Apache-2.0
package dev.javelin.compute;

/**
 * How a layer attends.
 *
 * @param heads Nq
 * @param kvHeads Nkv; Nq is a multiple of it, query head h reads key/value head h x Nkv / Nq
 * @param keyWidth width of a query and key head
 * @param valueWidth width of a value head
 * @param scale multiplies the dot products
 * @param softcap if not 0, scores become {@code softcap x tanh(score / softcap)} before the mask
 * @param window if not 0, a token sees itself and the {@code window - 1} tokens before it
 */
public record AttentionShape(
    int heads,
    int kvHeads,
    int keyWidth,
    int valueWidth,
    double scale,
    double softcap,
    int window) {}
