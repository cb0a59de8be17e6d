// SPDX-License-Identifier: Apache-2.0
package dev.javelin.scheduler;

import java.util.List;

/**
 * A step whose outcome is not known yet.
 *
 * @param step what the runner was told
 * @param requests those of the step, in its order; kept as objects, since an id may end and come
 *     again while the step is computed
 */
record StepInFlight(SchedulerOutput step, List<Request> requests) {}
