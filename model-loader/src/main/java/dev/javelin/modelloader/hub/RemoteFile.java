// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * A file on the hub, at one commit.
 *
 * @param repo the repository
 * @param name the path there
 * @param uri where its bytes are asked for
 * @param etag the name of its blob in the cache
 * @param size bytes
 * @param hash what {@link BlobHash} must find, or null where the hub gives no hash
 */
record RemoteFile(
    String repo, String name, URI uri, String etag, long size, @Nullable String hash) {}
