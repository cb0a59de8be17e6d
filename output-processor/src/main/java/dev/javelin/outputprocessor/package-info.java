// SPDX-License-Identifier: Apache-2.0
/** EngineCoreOutputs to RequestOutput: detokenizer, stop strings, logprobs, ParentRequest. */
@NullMarked
package dev.javelin.outputprocessor;

import org.jspecify.annotations.NullMarked;
