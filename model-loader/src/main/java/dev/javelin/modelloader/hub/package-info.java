// SPDX-License-Identifier: Apache-2.0
/**
 * From a hub name such as {@code org/name@revision} to files on this machine, through the cache
 * layout that the Hugging Face libraries share, so that nobody downloads a model twice.
 *
 * <p>{@link dev.javelin.modelloader.hub.HubClient} is the way in; {@link
 * dev.javelin.modelloader.hub.HubCache} knows the layout. Both are immutable and may be used by any
 * number of threads and processes at once: files appear in the cache only whole and verified, by an
 * atomic rename. Nothing here touches the network unless {@code fetch} is called, and nothing is
 * ever written outside the cache folder. What a server says is believed only after it was checked:
 * file names, sizes, hashes, redirects.
 */
@NullMarked
package dev.javelin.modelloader.hub;

import org.jspecify.annotations.NullMarked;
