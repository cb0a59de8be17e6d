// SPDX-License-Identifier: Apache-2.0
/** How to reach an EngineCore: makeClient and the clients. */
@NullMarked
package dev.javelin.engineclient;

import org.jspecify.annotations.NullMarked;
