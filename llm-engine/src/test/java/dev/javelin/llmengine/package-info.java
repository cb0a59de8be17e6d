// SPDX-License-Identifier: Apache-2.0
/** Tests of the facade, over real cores with tiny models and over a scripted core. */
@NullMarked
package dev.javelin.llmengine;

import org.jspecify.annotations.NullMarked;
