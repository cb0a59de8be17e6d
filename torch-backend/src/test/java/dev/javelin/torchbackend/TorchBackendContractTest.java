// SPDX-License-Identifier: Apache-2.0
package dev.javelin.torchbackend;

import dev.javelin.compute.Backend;
import dev.javelin.compute.BackendOptions;
import dev.javelin.compute.BackendOptions.WeightType;
import dev.javelin.computetck.BackendContract;

/** The conformance suite on torch. */
class TorchBackendContractTest extends BackendContract {
  @Override
  protected Backend open() {
    return new TorchBackendProvider().open(new BackendOptions("cpu", WeightType.AUTO, 0));
  }
}
