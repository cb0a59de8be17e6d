// SPDX-License-Identifier: Apache-2.0
/**
 * How the shell reaches an engine core. {@link
 * dev.javelin.engineclient.EngineCoreClients#makeClient} chooses the kind of client once, when an
 * engine is built; nothing else in the shell knows which one it is.
 */
@NullMarked
package dev.javelin.engineclient;

import org.jspecify.annotations.NullMarked;
