// SPDX-License-Identifier: Apache-2.0
package dev.javelin.modelloader.hub;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of an HTTP answer as they arrive, read by one thread that never waits longer than the
 * silence it tolerates. At most one delivery is held in memory. Closing early ends the connection.
 */
final class ResponseBody implements Flow.Subscriber<List<ByteBuffer>>, AutoCloseable {
  private final BlockingQueue<Signal> signals = new LinkedBlockingQueue<>();
  private final Deque<ByteBuffer> delivered = new ArrayDeque<>();
  private final Duration silence;
  private volatile Flow.@Nullable Subscription subscription;
  private volatile boolean closed;
  private boolean ended;

  /** A delivery, or the end where the buffers are empty, or a failure. */
  private record Signal(List<ByteBuffer> buffers, @Nullable Throwable failure) {}

  private ResponseBody(Duration silence) {
    this.silence = silence;
  }

  static ResponseBody of(Flow.Publisher<List<ByteBuffer>> publisher, Duration silence) {
    ResponseBody body = new ResponseBody(silence);
    publisher.subscribe(body);
    return body;
  }

  /**
   * @return the next bytes, or null at the end
   * @throws IOException if the connection broke, or nothing came for too long
   */
  @Nullable ByteBuffer read() throws IOException, InterruptedException {
    while (delivered.isEmpty() && !ended) {
      Signal signal = signals.poll(silence.toMillis(), TimeUnit.MILLISECONDS);
      if (signal == null) {
        throw new HttpTimeoutException("no bytes for " + silence.toMillis() + " ms");
      }
      if (signal.failure() != null) {
        throw new IOException(signal.failure().getMessage(), signal.failure());
      }
      ended = signal.buffers().isEmpty();
      delivered.addAll(signal.buffers());
      if (delivered.isEmpty()) {
        continue;
      }
      requestNext();
    }
    return delivered.poll();
  }

  /**
   * @return all bytes, or null if there are more than allowed
   */
  byte @Nullable [] readAll(int maxBytes) throws IOException, InterruptedException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (ByteBuffer buffer = read(); buffer != null; buffer = read()) {
      if (buffer.remaining() > maxBytes - all.size()) {
        return null;
      }
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      all.writeBytes(bytes);
    }
    return all.toByteArray();
  }

  @Override
  public void close() {
    closed = true;
    Flow.Subscription current = subscription;
    if (current != null) {
      current.cancel();
    }
  }

  @Override
  public void onSubscribe(Flow.Subscription newSubscription) {
    subscription = newSubscription;
    if (closed) {
      newSubscription.cancel();
    } else {
      newSubscription.request(1);
    }
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    List<ByteBuffer> filled = buffers.stream().filter(ByteBuffer::hasRemaining).toList();
    if (filled.isEmpty()) {
      requestNext();
    } else {
      signals.add(new Signal(filled, null));
    }
  }

  @Override
  public void onError(Throwable failure) {
    signals.add(new Signal(List.of(), failure));
  }

  @Override
  public void onComplete() {
    signals.add(new Signal(List.of(), null));
  }

  private void requestNext() {
    Flow.Subscription current = subscription;
    if (current != null) {
      current.request(1);
    }
  }
}
