// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import dev.javelin.engineapi.ModelLoadException;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** The two questions that are put to a hub: which files there are, and what a file is. */
final class HubApi {
  private static final int MAX_LISTING_BYTES = 64 << 20;

  private final HubEnvironment environment;
  private final HubHttp http;
  private final Pause pause;

  HubApi(HubEnvironment environment, HubHttp http, Pause pause) {
    this.environment = environment;
    this.http = http;
    this.pause = pause;
  }

  /**
   * Lists the files of a repository's revision.
   *
   * @param attempts tries before the hub counts as unreachable
   * @throws HubUnreachableException if there was no answer
   * @throws ModelLoadException if the hub refuses, or its answer is not to be trusted
   */
  RepoListing list(HubReference reference, int attempts) throws InterruptedException {
    String revision = reference.revisionOrDefault();
    URI uri =
        uri("/api/models/" + reference.repo() + "/revision/" + encoded(revision) + "?blobs=true");
    byte[] json =
        retried("listing of " + reference.repo(), attempts, () -> listing(reference, uri));
    RepoListing listing = RepoListing.parse(reference.repo(), json);
    if (HubNames.isCommit(revision) && !revision.equals(listing.commit())) {
      throw wrongCommit(reference, "listing", listing.commit(), revision);
    }
    return listing;
  }

  /**
   * Asks what a file of a listing is.
   *
   * @throws HubUnreachableException if there was no answer
   * @throws ModelLoadException if the hub refuses, or its answer is not to be trusted
   */
  RemoteFile describe(HubReference reference, RepoListing listing, String file)
      throws InterruptedException {
    String path =
        Arrays.stream(file.split("/")).map(HubApi::encoded).collect(Collectors.joining("/"));
    URI uri = uri("/" + reference.repo() + "/resolve/" + listing.commit() + "/" + path);
    String source = reference.repo() + "/" + file;
    List<HubResponse> answers = retried(source, Backoff.ATTEMPTS, () -> http.head(uri));
    HubResponse last = answers.get(0);
    if (last.status() != 200 && !last.isRedirect()) {
      throw HubErrors.refused(last, reference, file, environment);
    }
    if (last.isHtml() && !last.isRedirect()) {
      throw HubErrors.notTheHub(last, source, "a file's headers");
    }
    String commit = header(answers, "X-Repo-Commit").orElse(listing.commit());
    if (!commit.equals(listing.commit())) {
      throw wrongCommit(reference, file, commit, listing.commit());
    }
    String listedHash = listing.hash(file);
    String tag =
        header(answers, "X-Linked-Etag")
            .or(() -> header(answers, "ETag"))
            .or(() -> Optional.ofNullable(listedHash))
            .orElseThrow(() -> HubErrors.notTheHub(last, source, "ETag"));
    String etag = HubNames.requireEtag(source, tag);
    return new RemoteFile(
        reference.repo(),
        file,
        uri,
        etag,
        size(answers, listing.size(file))
            .orElseThrow(() -> HubErrors.notTheHub(last, source, "size")),
        BlobHash.isHash(etag) ? etag : listedHash);
  }

  private byte[] listing(HubReference reference, URI uri) throws IOException, InterruptedException {
    try (HubResponse response = http.get(uri, 0)) {
      if (response.status() == 404 && response.header(HubErrors.CODE).isEmpty()) {
        throw repositoryExists(reference)
            ? HubErrors.revisionNotFound(reference, environment)
            : HubErrors.refused(response, reference, null, environment);
      }
      if (response.status() != 200) {
        throw HubErrors.refused(response, reference, null, environment);
      }
      if (response.isHtml()) {
        throw HubErrors.notTheHub(response, reference.repo(), "JSON");
      }
      byte[] json = response.body().readAll(MAX_LISTING_BYTES);
      if (json == null) {
        throw new ModelLoadException(
            reference.repo()
                + ": the hub's list of files is too long: more than "
                + MAX_LISTING_BYTES
                + " bytes");
      }
      return json;
    }
  }

  private boolean repositoryExists(HubReference reference)
      throws IOException, InterruptedException {
    try (HubResponse response = http.get(uri("/api/models/" + reference.repo()), 0)) {
      return response.status() == 200;
    }
  }

  private <T> T retried(String work, int attempts, Request<T> request) throws InterruptedException {
    Backoff backoff = new Backoff(work + " at " + environment.endpoint(), attempts, pause);
    while (true) {
      try {
        return request.send();
      } catch (IOException e) {
        backoff.failed(e);
      }
    }
  }

  /** One try. */
  private interface Request<T> {
    T send() throws IOException, InterruptedException;
  }

  private URI uri(String path) {
    return URI.create(environment.endpoint() + path);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static Optional<String> header(List<HubResponse> answers, String name) {
    return answers.stream().flatMap(answer -> answer.header(name).stream()).findFirst();
  }

  private static OptionalLong size(List<HubResponse> answers, long listed) {
    for (HubResponse answer : answers) {
      OptionalLong linked = answer.count("X-Linked-Size");
      if (linked.isPresent()) {
        return linked;
      }
    }
    HubResponse last = answers.get(0);
    if (!last.isRedirect() && last.count("Content-Length").isPresent()) {
      return last.count("Content-Length");
    }
    return listed < 0 ? OptionalLong.empty() : OptionalLong.of(listed);
  }

  private static ModelLoadException wrongCommit(
      HubReference reference, String what, String commit, String expected) {
    return new ModelLoadException(
        reference.repo()
            + ": the hub answers for another commit: "
            + what
            + ", commit="
            + HubNames.shown(commit)
            + ", expected "
            + expected);
  }
}
