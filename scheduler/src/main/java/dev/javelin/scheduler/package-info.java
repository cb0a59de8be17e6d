// SPDX-License-Identifier: Apache-2.0
/** What runs next: request queues, token budget, chunked prefill, preemption. Knows no tensor. */
@NullMarked
package dev.javelin.scheduler;

import org.jspecify.annotations.NullMarked;
