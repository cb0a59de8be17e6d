// SPDX-License-Identifier: Apache-2.0
package dev.javelin.outputprocessor;

import dev.javelin.engineapi.ValidationException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The requests that have not ended, by each id that someone may know them by. */
final class LiveRequests {
  private final Map<String, RequestState> byId = new LinkedHashMap<>();
  private final Map<String, Set<String>> idsByExternalId = new LinkedHashMap<>();
  private final Map<String, Set<String>> idsByParentId = new LinkedHashMap<>();

  /**
   * @throws ValidationException if a live request has the same internal id
   */
  void requireUnused(String requestId) {
    if (byId.containsKey(requestId)) {
      throw new ValidationException(
          "a request with this internal id is running", "request_id", requestId);
    }
  }

  void add(RequestState state) {
    String id = state.requestId();
    byId.put(id, state);
    addTo(idsByExternalId, state.externalId(), id);
    ParentRequest parent = state.parent();
    if (parent != null) {
      addTo(idsByParentId, parent.requestId(), id);
    }
  }

  void remove(RequestState state) {
    String id = state.requestId();
    byId.remove(id);
    removeFrom(idsByExternalId, state.externalId(), id);
    ParentRequest parent = state.parent();
    if (parent != null) {
      removeFrom(idsByParentId, parent.requestId(), id);
    }
  }

  @Nullable RequestState get(String requestId) {
    return byId.get(requestId);
  }

  int size() {
    return byId.size();
  }

  List<RequestState> all() {
    return List.copyOf(byId.values());
  }

  /**
   * The requests that ids stand for, each once.
   *
   * @param internal whether the ids are internal ones, of requests or of parents; else external
   *     ones
   */
  List<RequestState> resolve(Collection<String> ids, boolean internal) {
    Set<String> found = new LinkedHashSet<>();
    for (String id : ids) {
      if (internal && byId.containsKey(id)) {
        found.add(id);
      }
      found.addAll((internal ? idsByParentId : idsByExternalId).getOrDefault(id, Set.of()));
    }
    return new ArrayList<>(found.stream().map(byId::get).filter(Objects::nonNull).toList());
  }

  private static void addTo(Map<String, Set<String>> map, String key, String id) {
    map.computeIfAbsent(key, unused -> new LinkedHashSet<>()).add(id);
  }

  private static void removeFrom(Map<String, Set<String>> map, String key, String id) {
    map.computeIfPresent(
        key,
        (unused, ids) -> {
          ids.remove(id);
          return ids.isEmpty() ? null : ids;
        });
  }
}
