// SPDX-License-Identifier: Apache-2.0
package dev.javelin.scheduler;

import dev.javelin.engineapi.SchedulerConfig.Policy;
import java.util.Comparator;
import java.util.TreeSet;

/**
 * The requests that wait, in the order in which they will be admitted.
 *
 * <p>First come, first served goes by the order of addition, which a preempted request keeps: it is
 * older than all that have never been admitted, and so comes back before them. By priority, the
 * lower number goes first, then the earlier arrival, then the smaller request id.
 */
final class RequestQueue {
  private final Comparator<Request> order;
  private final TreeSet<Request> requests;

  RequestQueue(Policy policy) {
    order = order(policy);
    requests = new TreeSet<>(order);
  }

  private static Comparator<Request> order(Policy policy) {
    return switch (policy) {
      case FCFS -> Comparator.comparingLong(Request::arrivalOrder);
      case PRIORITY ->
          Comparator.comparingInt((Request r) -> r.request().priority())
              .thenComparingDouble(r -> r.request().arrivalTimeSeconds())
              .thenComparing(Request::id);
    };
  }

  /** Smaller is served earlier. A total order: no two live requests are equal. */
  Comparator<Request> order() {
    return order;
  }

  int size() {
    return requests.size();
  }

  boolean isEmpty() {
    return requests.isEmpty();
  }

  /** The next one of a queue that is not empty. */
  Request head() {
    return requests.first();
  }

  void add(Request request) {
    requests.add(request);
  }

  /** Without effect if it is not in the queue. */
  void remove(Request request) {
    requests.remove(request);
  }

  boolean contains(Request request) {
    return requests.contains(request);
  }
}
