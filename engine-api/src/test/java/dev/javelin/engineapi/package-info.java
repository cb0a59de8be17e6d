// SPDX-License-Identifier: Apache-2.0
@NullMarked
package dev.javelin.engineapi;

import org.jspecify.annotations.NullMarked;
