// SPDX-License-Identifier: Apache-2.0
package dev.javelin.batch;

/** How a batch ended. */
public record BatchSummary(long total, long succeeded, long failed) {}
