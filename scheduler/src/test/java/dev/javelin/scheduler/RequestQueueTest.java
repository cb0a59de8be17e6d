// SPDX-License-Identifier: Apache-2.0
package dev.javelin.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.javelin.engineapi.EngineCoreRequest;
import dev.javelin.engineapi.SchedulerConfig.Policy;
import dev.javelin.kvcache.KVCacheManager;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestQueueTest {
  private final KVCacheManager cache = new KVCacheManager(2, 1, false, 0);
  private long arrivals;

  private Request request(TestRequest request) {
    EngineCoreRequest built = request.build();
    return new Request(
        built, cache.newSequence(built.promptTokenIds(), null, null, true), arrivals++, 1);
  }

  private static List<String> drain(RequestQueue queue) {
    List<String> ids = new ArrayList<>();
    while (!queue.isEmpty()) {
      Request head = queue.head();
      ids.add(head.id());
      queue.remove(head);
    }
    return ids;
  }

  @Test
  void fcfs_goesByOrderOfAddition() {
    RequestQueue queue = new RequestQueue(Policy.FCFS);
    queue.add(request(TestRequest.of("b", 0, 1).priority(9).arrival(5)));
    queue.add(request(TestRequest.of("a", 0, 1).priority(1).arrival(1)));
    assertThat(drain(queue)).containsExactly("b", "a");
  }

  @Test
  void fcfs_preemptedRequest_keepsItsPlace() {
    RequestQueue queue = new RequestQueue(Policy.FCFS);
    Request old = request(TestRequest.of("old", 0, 1));
    queue.add(old);
    queue.add(request(TestRequest.of("young", 0, 1)));
    queue.remove(old);
    queue.add(old);
    assertThat(drain(queue)).containsExactly("old", "young");
  }

  @Test
  void priority_goesByNumberThenArrivalThenId() {
    RequestQueue queue = new RequestQueue(Policy.PRIORITY);
    queue.add(request(TestRequest.of("late", 0, 1).priority(1).arrival(2)));
    queue.add(request(TestRequest.of("low", 0, 1).priority(2).arrival(0)));
    queue.add(request(TestRequest.of("z", 0, 1).priority(1).arrival(1)));
    queue.add(request(TestRequest.of("y", 0, 1).priority(1).arrival(1)));
    queue.add(request(TestRequest.of("urgent", 0, 1).priority(-1).arrival(9)));
    assertThat(drain(queue)).containsExactly("urgent", "y", "z", "late", "low");
  }

  @Test
  void remove_absentRequest_changesNothing() {
    RequestQueue queue = new RequestQueue(Policy.FCFS);
    queue.add(request(TestRequest.of("a", 0, 1)));
    queue.remove(request(TestRequest.of("b", 0, 1)));
    assertThat(queue.size()).isEqualTo(1);
  }
}
