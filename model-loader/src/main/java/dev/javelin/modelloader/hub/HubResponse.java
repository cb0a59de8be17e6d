// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import java.net.URI;
import java.net.http.HttpHeaders;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * An HTTP answer whose body is still to be read. Whoever gets it closes it.
 *
 * @param uri what was asked, after redirects
 */
record HubResponse(URI uri, int status, HttpHeaders headers, ResponseBody body)
    implements AutoCloseable {
  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

  Optional<String> header(String name) {
    return headers.firstValue(name);
  }

  /** A header that is a count, empty where it is absent or no number of 0 or more. */
  OptionalLong count(String name) {
    Optional<String> value = header(name).map(String::strip);
    return value.isPresent() && value.get().matches("\\d{1,18}")
        ? OptionalLong.of(Long.parseLong(value.get()))
        : OptionalLong.empty();
  }

  boolean isRedirect() {
    return REDIRECTS.contains(status) && header("Location").isPresent();
  }

  /** Whether the body claims to be a web page, as the sign-in pages of networks are. */
  boolean isHtml() {
    return header("Content-Type").map(type -> type.startsWith("text/html")).orElse(false);
  }

  @Override
  public void close() {
    body.close();
  }
}
