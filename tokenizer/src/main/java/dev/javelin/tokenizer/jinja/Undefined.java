// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

/**
 * The value of a name, attribute or element that does not exist. It prints as nothing, is false,
 * has no elements and equals every other undefined value; all else fails with its message.
 */
final class Undefined {
  private final String message;

  private Undefined(String message) {
    this.message = message;
  }

  static Undefined variable(String name) {
    return new Undefined("'" + name + "' is undefined");
  }

  static Undefined because(String message) {
    return new Undefined(message);
  }

  static Undefined attribute(Object owner, String name) {
    return new Undefined("'" + ownerName(owner) + "' has no attribute '" + name + "'");
  }

  /**
   * An element that is not there.
   *
   * @param key the printed form of the key
   */
  static Undefined element(Object owner, String key) {
    return new Undefined(ownerName(owner) + " has no element " + key);
  }

  /** An attribute that exists in Python but that the sandbox withholds. */
  static Undefined unsafe(Object owner, String name) {
    return new Undefined(
        "access to attribute '" + name + "' of '" + Values.typeName(owner) + "' object is unsafe");
  }

  private static String ownerName(Object owner) {
    return owner == None.NONE ? "None" : Values.typeName(owner) + " object";
  }

  /** The failure of using this value. */
  EvaluationError error() {
    return new EvaluationError(message);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Undefined;
  }

  @Override
  public int hashCode() {
    return Undefined.class.hashCode();
  }
}
