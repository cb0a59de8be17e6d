// SPDX-License-Identifier: Apache-2.0
package dev.javelin.computetck;

import dev.javelin.compute.Backend;
import org.junit.jupiter.api.Nested;

/** The suite. A backend's test subclasses it and opens the backend. */
public abstract class BackendContract {
  /** Opens a backend that holds weights in float32; the suite closes it. */
  protected abstract Backend open();

  @Nested
  class Weights extends WeightContract {
    @Override
    Backend open() {
      return BackendContract.this.open();
    }
  }

  @Nested
  class ElementWise extends ElementWiseContract {
    @Override
    Backend open() {
      return BackendContract.this.open();
    }
  }

  @Nested
  class Norms extends NormContract {
    @Override
    Backend open() {
      return BackendContract.this.open();
    }
  }

  @Nested
  class Linears extends LinearContract {
    @Override
    Backend open() {
      return BackendContract.this.open();
    }
  }

  @Nested
  class Ropes extends RopeContract {
    @Override
    Backend open() {
      return BackendContract.this.open();
    }
  }

  @Nested
  class PagedAttention extends AttentionContract {
    @Override
    Backend open() {
      return BackendContract.this.open();
    }
  }

  @Nested
  class PagedCache extends CacheContract {
    @Override
    Backend open() {
      return BackendContract.this.open();
    }
  }

  @Nested
  class Results extends LogitsContract {
    @Override
    Backend open() {
      return BackendContract.this.open();
    }
  }

  @Nested
  class Lifetimes extends LifetimeContract {
    @Override
    Backend open() {
      return BackendContract.this.open();
    }
  }
}
