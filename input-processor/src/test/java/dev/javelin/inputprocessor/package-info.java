// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.javelin.inputprocessor;

import org.jspecify.annotations.NullMarked;
