// SPDX-License-Identifier: Apache-2.0
/** OpenAI wire records, their JSON and their mapping to and from engine-api. */
@NullMarked
package dev.javelin.openaiprotocol;

import org.jspecify.annotations.NullMarked;
