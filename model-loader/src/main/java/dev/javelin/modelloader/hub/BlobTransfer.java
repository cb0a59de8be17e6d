// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import dev.javelin.engineapi.ModelLoadException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Brings the bytes of one file to disk, going on where an earlier try ended. One object serves one
 * file; not thread-safe.
 *
 * <p>Bytes are written at their own positions and the file is never cut, so that two writers, where
 * locks do not work, write the same thing.
 */
final class BlobTransfer {
  private static final long REPORT_BYTES = 1 << 20;
  private static final Pattern CONTENT_RANGE = Pattern.compile("bytes (\\d+)-\\d+/(\\d+|\\*)");

  private final HubHttp http;
  private final HubEnvironment environment;
  private final HubReference reference;
  private final RemoteFile file;
  private final Path target;
  private final DownloadListener listener;
  private long done;
  private long reported;

  /**
   * @param target where the bytes go; what is there is taken for the file's beginning
   */
  BlobTransfer(
      HubHttp http,
      HubEnvironment environment,
      HubReference reference,
      RemoteFile file,
      Path target,
      DownloadListener listener) {
    this.http = http;
    this.environment = environment;
    this.reference = reference;
    this.file = file;
    this.target = target;
    this.listener = listener;
  }

  /**
   * Returns when the target has the file's size. Its content is still to be verified.
   *
   * @throws HubUnreachableException if tries in a row brought nothing; what came before stays
   * @throws ModelLoadException if the server's answers are wrong, or the disk refuses
   */
  void run(Backoff backoff) throws InterruptedException {
    try (FileChannel channel =
        FileChannel.open(target, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      done = channel.size();
      report();
      while (done < file.size()) {
        long before = done;
        try {
          receive(channel);
        } catch (IOException e) {
          if (done >= before + REPORT_BYTES) {
            backoff.progressed();
          }
          backoff.failed(e);
        }
      }
      channel.force(true);
    } catch (ClosedByInterruptException e) {
      throw new InterruptedException();
    } catch (IOException e) {
      throw CacheDisk.cannotWrite(target, file.name(), file.size() - done, e);
    }
  }

  private void receive(FileChannel channel) throws IOException, InterruptedException {
    try (HubResponse response = http.get(file.uri(), done)) {
      requireContinuation(response);
      ResponseBody body = response.body();
      for (ByteBuffer bytes = body.read(); bytes != null; bytes = body.read()) {
        if (bytes.remaining() > file.size() - done) {
          Files.deleteIfExists(target);
          throw wrong("the body is longer than the file", "bytes=" + (done + bytes.remaining()));
        }
        write(channel, bytes);
        if (done - reported >= REPORT_BYTES) {
          report();
        }
      }
    }
    if (done < file.size()) {
      throw new IOException("the body ended after " + done + " of " + file.size() + " bytes");
    }
  }

  /** Checks the head of an answer, and goes back to the beginning where the server does. */
  private void requireContinuation(HubResponse response) throws IOException {
    int status = response.status();
    if (status == 416) {
      done = 0;
      throw new IOException("the server cannot resume");
    }
    if (status != 200 && status != 206) {
      throw HubErrors.refused(response, reference, file.name(), environment);
    }
    if (response.isHtml()) {
      throw HubErrors.notTheHub(response, reference.repo() + "/" + file.name(), "a model's file");
    }
    if (status == 200 && done > 0) {
      done = 0;
      report();
    }
    if (status == 206) {
      String range = response.header("Content-Range").orElse("none");
      Matcher matcher = CONTENT_RANGE.matcher(range);
      if (!matcher.matches()
          || !matcher.group(1).equals(Long.toString(done))
          || !(matcher.group(2).equals("*")
              || matcher.group(2).equals(Long.toString(file.size())))) {
        throw wrong("the server sends another range", "range=" + HubNames.shown(range));
      }
    }
    long length = response.count("Content-Length").orElse(file.size() - done);
    if (length != file.size() - done) {
      throw wrong("the server sends another size", "bytes=" + length);
    }
  }

  private void write(FileChannel channel, ByteBuffer bytes) throws InterruptedException {
    try {
      while (bytes.hasRemaining()) {
        done += channel.write(bytes, done);
      }
    } catch (ClosedByInterruptException e) {
      throw new InterruptedException();
    } catch (IOException e) {
      throw CacheDisk.cannotWrite(target, file.name(), file.size() - done, e);
    }
  }

  private void report() {
    reported = done;
    listener.onProgress(file.name(), done, file.size());
  }

  private ModelLoadException wrong(String what, String found) {
    return new ModelLoadException(
        what
            + ": repo="
            + file.repo()
            + ", file="
            + file.name()
            + ", "
            + found
            + ", expected "
            + (file.size() - done)
            + " bytes from "
            + done);
  }
}
