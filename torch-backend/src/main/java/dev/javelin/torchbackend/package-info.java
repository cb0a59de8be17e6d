// SPDX-License-Identifier: Apache-2.0
/**
 * The op set on DJL/PyTorch, on the CPU in float32.
 *
 * <p>The ops are TorchScript, in the resource {@code ops.torchscript}; a {@link
 * dev.javelin.torchbackend.TorchProgram} assembles it into a TorchScript archive, loads that
 * through DJL and calls its methods, one call an op. Tensors live in native memory only and are
 * held as DJL's {@code IValue}s in an {@link dev.javelin.torchbackend.Arena}: those of a step end
 * with the step, weights, caches and tables when they are closed.
 *
 * <p>A backend and what it made are for one thread at a time. Nothing is downloaded and DJL's
 * call-home is off, unless the user's own settings say otherwise; see {@link
 * dev.javelin.torchbackend.TorchNatives}.
 */
@NullMarked
package dev.javelin.torchbackend;

import org.jspecify.annotations.NullMarked;
