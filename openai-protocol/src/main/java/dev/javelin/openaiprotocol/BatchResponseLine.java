// SPDX-License-Identifier: Apache-2.0
package dev.javelin.openaiprotocol;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A line of an OpenAI batch output file.
 *
 * @param id unique
 * @param customId the id of the line that it answers; null where that could not be read
 * @param response the HTTP-like response
 * @param error null unless the line failed
 */
public record BatchResponseLine(
    String id,
    @JsonProperty("custom_id") @Nullable String customId,
    Response response,
    @Nullable ErrorObject error) {
  /**
   * What a server would have answered.
   *
   * @param statusCode HTTP status
   * @param requestId unique
   * @param body the response's body, or an object with {@code error}
   */
  public record Response(
      @JsonProperty("status_code") int statusCode,
      @JsonProperty("request_id") String requestId,
      Object body) {}

  /** The answer to a line. */
  public static BatchResponseLine succeeded(String customId, Object body) {
    return line(customId, 200, body, null);
  }

  /** The answer to a line that failed. */
  public static BatchResponseLine failed(@Nullable String customId, ErrorObject error) {
    return line(customId, error.code(), Map.of("error", error), error);
  }

  private static BatchResponseLine line(
      @Nullable String customId, int status, Object body, @Nullable ErrorObject error) {
    return new BatchResponseLine(
        "batch_req_" + unique(), customId, new Response(status, unique(), body), error);
  }

  private static String unique() {
    return UUID.randomUUID().toString().replace("-", "");
  }
}
