// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import dev.javelin.engineapi.ModelLoadException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where the hub and its cache are, by the variables that all Hugging Face libraries read.
 *
 * @param endpoint the hub's address, http or https, without a slash at its end
 * @param cacheFolder the folder that holds {@code models--org--name}
 * @param token the secret that opens private and gated repositories, or null
 * @param offline whether the network must not be used
 */
public record HubEnvironment(
    URI endpoint, Path cacheFolder, @Nullable String token, boolean offline) {
  private static final String DEFAULT_ENDPOINT = "https://huggingface.co";
  private static final Set<String> TRUE_VALUES = Set.of("1", "ON", "YES", "TRUE");
  private static final Pattern PRINTABLE = Pattern.compile("[\\x21-\\x7e]+");

  /**
   * @throws ModelLoadException if the endpoint or the token cannot be one
   */
  public HubEnvironment {
    String scheme = endpoint.getScheme();
    if (endpoint.getHost() == null
        || endpoint.getRawUserInfo() != null
        || endpoint.getRawQuery() != null
        || endpoint.getRawFragment() != null
        || !("https".equalsIgnoreCase(scheme) || "http".equalsIgnoreCase(scheme))) {
      throw notAnEndpoint(endpoint.toString(), null);
    }
    if (token != null && !PRINTABLE.matcher(token).matches()) {
      throw new ModelLoadException(
          "not a hub token: length="
              + token.length()
              + ", expected printable characters without spaces; check HF_TOKEN and the token file");
    }
  }

  /** The environment of this process. */
  public static HubEnvironment ofProcess() {
    return of(System.getenv());
  }

  /**
   * Reads {@code HF_ENDPOINT}, {@code HF_HUB_CACHE}, {@code HF_HOME}, {@code XDG_CACHE_HOME},
   * {@code HF_TOKEN}, {@code HF_TOKEN_PATH}, {@code HF_HUB_OFFLINE} and {@code HOME}. An empty
   * variable counts as absent.
   *
   * @param variables environment variables by name
   * @throws ModelLoadException if a variable's value, or the token file, cannot be used
   */
  public static HubEnvironment of(Map<String, String> variables) {
    Path home = Path.of(value(variables, "HOME", System.getProperty("user.home", ".")));
    Path userCache = path(variables, "XDG_CACHE_HOME", home, home.resolve(".cache"));
    Path hfHome = path(variables, "HF_HOME", home, userCache.resolve("huggingface"));
    Path cache = path(variables, "HF_HUB_CACHE", home, hfHome.resolve("hub"));
    Path tokenFile = path(variables, "HF_TOKEN_PATH", home, hfHome.resolve("token"));
    String token = value(variables, "HF_TOKEN", "").strip();
    return new HubEnvironment(
        endpoint(value(variables, "HF_ENDPOINT", DEFAULT_ENDPOINT)),
        cache,
        token.isEmpty() ? readToken(tokenFile) : token,
        TRUE_VALUES.contains(value(variables, "HF_HUB_OFFLINE", "").toUpperCase(Locale.ROOT)));
  }

  /** Whether an address is of the hub's own origin, which alone may see the token. */
  boolean isHub(URI uri) {
    return endpoint.getScheme().equalsIgnoreCase(uri.getScheme())
        && endpoint.getHost().equalsIgnoreCase(uri.getHost())
        && port(endpoint) == port(uri);
  }

  /** Everything but the token's text. */
  @Override
  public String toString() {
    return "HubEnvironment[endpoint="
        + endpoint
        + ", cacheFolder="
        + cacheFolder
        + ", token="
        + (token == null ? "none" : "set")
        + ", offline="
        + offline
        + "]";
  }

  private static int port(URI uri) {
    if (uri.getPort() >= 0) {
      return uri.getPort();
    }
    return "https".equalsIgnoreCase(uri.getScheme()) ? 443 : 80;
  }

  private static String value(Map<String, String> variables, String name, String otherwise) {
    String value = variables.get(name);
    return value == null || value.isBlank() ? otherwise : value;
  }

  private static Path path(Map<String, String> variables, String name, Path home, Path otherwise) {
    String text = value(variables, name, "");
    if (text.isEmpty()) {
      return otherwise.toAbsolutePath();
    }
    try {
      Path path = text.startsWith("~/") ? home.resolve(text.substring(2)) : Path.of(text);
      return path.toAbsolutePath();
    } catch (InvalidPathException e) {
      throw new ModelLoadException(
          "not a path: " + name + "=" + HubNames.shown(text) + ", cause=" + e.getReason(), e);
    }
  }

  private static URI endpoint(String text) {
    try {
      return URI.create(text.strip().replaceAll("/+$", ""));
    } catch (IllegalArgumentException e) {
      throw notAnEndpoint(text, e);
    }
  }

  private static ModelLoadException notAnEndpoint(String text, @Nullable Throwable cause) {
    return new ModelLoadException(
        "not a hub address: HF_ENDPOINT="
            + HubNames.shown(text.replaceAll("//[^/@]*@", "//***@"))
            + ", expected http(s)://host[:port][/path]",
        cause);
  }

  private static @Nullable String readToken(Path file) {
    try {
      String token = Files.readString(file).strip();
      return token.isEmpty() ? null : token;
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw new ModelLoadException(
          "cannot read the hub token: path="
              + file
              + ", cause="
              + e
              + "; make the file readable, or set HF_TOKEN",
          e);
    }
  }
}
