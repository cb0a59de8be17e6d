// SPDX-License-Identifier: Apache-2.0
package dev.javelin.engineapi;

/**
 * The model is well-formed, but asks for an architecture, type or option that is not implemented.
 */
public class UnsupportedModelException extends ModelLoadException {
  private static final long serialVersionUID = 1L;

  public UnsupportedModelException(String message) {
    super(message);
  }
}
