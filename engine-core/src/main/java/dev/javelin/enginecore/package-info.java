// SPDX-License-Identifier: Apache-2.0
/** The forward pass and the loop: EngineCore, ModelRunner, model definitions, Sampler. */
@NullMarked
package dev.javelin.enginecore;

import org.jspecify.annotations.NullMarked;
