// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/** Arithmetic of Python's integers and floats. */
final class Arithmetic {
  /** Digits of a quotient of integers before it is rounded to a double. */
  private static final MathContext QUOTIENT = new MathContext(60);

  private final Budget budget;

  Arithmetic(Budget budget) {
    this.budget = budget;
  }

  Object plus(Object number) {
    return number instanceof Double ? number : Numbers.shrink(Numbers.toBig(number));
  }

  Object negate(Object number) {
    return number instanceof Double value ? -value : checked(Numbers.toBig(number).negate());
  }

  Object apply(BinaryOperator operator, Object left, Object right) {
    if (left instanceof Double || right instanceof Double) {
      return real(operator, Numbers.toDouble(left), Numbers.toDouble(right));
    }
    return switch (operator) {
      case ADD -> add(left, right);
      case SUBTRACT -> checked(Numbers.toBig(left).subtract(Numbers.toBig(right)));
      case MULTIPLY -> checked(charged(left, right).multiply(Numbers.toBig(right)));
      case DIVIDE -> divide(left, right);
      case FLOOR_DIVIDE -> floorDivide(left, right)[0];
      case MODULO -> floorDivide(left, right)[1];
      case POWER -> power(left, right);
      default -> throw new IllegalArgumentException("not arithmetic: operator=" + operator);
    };
  }

  private static Object add(Object left, Object right) {
    if (left instanceof Long a && right instanceof Long b) {
      long sum = a + b;
      if (((a ^ sum) & (b ^ sum)) >= 0) {
        return sum;
      }
    }
    return checked(Numbers.toBig(left).add(Numbers.toBig(right)));
  }

  /** The left operand, after the work of multiplying or dividing both has been counted. */
  private BigInteger charged(Object left, Object right) {
    BigInteger value = Numbers.toBig(left);
    long words = (1L + value.bitLength() / 64) * (1 + Numbers.toBig(right).bitLength() / 64);
    budget.characters(words);
    return value;
  }

  private static Object checked(BigInteger value) {
    if (value.bitLength() > TemplateLimits.MAX_INTEGER_BITS) {
      throw EvaluationError.limit(
          "large integer", "MAX_INTEGER_BITS", TemplateLimits.MAX_INTEGER_BITS);
    }
    return Numbers.shrink(value);
  }

  private Object divide(Object left, Object right) {
    failIfZero(right, "division by zero");
    if (Numbers.isExactDouble(left) && Numbers.isExactDouble(right)) {
      return Numbers.toDouble(left) / Numbers.toDouble(right);
    }
    BigDecimal dividend = new BigDecimal(charged(left, right));
    double quotient = dividend.divide(new BigDecimal(Numbers.toBig(right)), QUOTIENT).doubleValue();
    if (Double.isInfinite(quotient)) {
      throw new EvaluationError("OverflowError: integer division result too large for a float");
    }
    return quotient;
  }

  private Object[] floorDivide(Object left, Object right) {
    failIfZero(right, "integer division or modulo by zero");
    BigInteger divisor = Numbers.toBig(right);
    BigInteger[] parts = charged(left, right).divideAndRemainder(divisor);
    if (parts[1].signum() != 0 && parts[1].signum() != divisor.signum()) {
      parts[0] = parts[0].subtract(BigInteger.ONE);
      parts[1] = parts[1].add(divisor);
    }
    return new Object[] {checked(parts[0]), Numbers.shrink(parts[1])};
  }

  private Object power(Object base, Object exponent) {
    BigInteger b = Numbers.toBig(base);
    long e = Numbers.clamp(exponent);
    if (e < 0) {
      failIfZero(base, "0.0 cannot be raised to a negative power");
      return Math.pow(Numbers.toDouble(base), Numbers.toDouble(exponent));
    }
    if (b.abs().bitLength() <= 1) {
      return Numbers.shrink(b.signum() == 0 && e > 0 ? b : b.pow((int) (e == 0 ? 0 : 2 - e % 2)));
    }
    long bits = e > TemplateLimits.MAX_INTEGER_BITS ? Long.MAX_VALUE : (b.bitLength() - 1) * e;
    if (bits > TemplateLimits.MAX_INTEGER_BITS) {
      throw EvaluationError.limit(
          "large integer", "MAX_INTEGER_BITS", TemplateLimits.MAX_INTEGER_BITS);
    }
    budget.characters(bits);
    return checked(b.pow((int) e));
  }

  private static Object real(BinaryOperator operator, double left, double right) {
    return switch (operator) {
      case ADD -> left + right;
      case SUBTRACT -> left - right;
      case MULTIPLY -> left * right;
      case DIVIDE -> {
        failIfZero(right, "float division by zero");
        yield left / right;
      }
      case FLOOR_DIVIDE -> {
        failIfZero(right, "float floor division by zero");
        yield floorQuotient(left, right);
      }
      case MODULO -> {
        failIfZero(right, "float modulo");
        yield modulo(left, right);
      }
      case POWER -> realPower(left, right);
      default -> throw new IllegalArgumentException("not arithmetic: operator=" + operator);
    };
  }

  private static double modulo(double left, double right) {
    double remainder = left % right;
    if (remainder == 0) {
      return Math.copySign(0.0, right);
    }
    return remainder < 0 == right < 0 ? remainder : remainder + right;
  }

  private static double floorQuotient(double left, double right) {
    double remainder = left % right;
    double quotient = (left - remainder) / right;
    if (remainder != 0 && remainder < 0 != right < 0) {
      quotient -= 1;
    }
    if (quotient == 0) {
      return Math.copySign(0.0, left / right);
    }
    double floor = Math.floor(quotient);
    return quotient - floor > 0.5 ? floor + 1 : floor;
  }

  private static double realPower(double base, double exponent) {
    if (base == 0 && exponent < 0) {
      throw zeroDivision("0.0 cannot be raised to a negative power");
    }
    if (base < 0 && !Numbers.isIntegral(exponent) && !Double.isInfinite(exponent)) {
      throw EvaluationError.value("complex numbers are not supported");
    }
    double result = base == 1 ? 1 : Math.pow(base, exponent);
    if (Double.isInfinite(result) && !Double.isInfinite(base) && !Double.isInfinite(exponent)) {
      throw new EvaluationError("OverflowError: numerical result out of range");
    }
    return result;
  }

  private static void failIfZero(Object divisor, String message) {
    if (Numbers.isZero(divisor)) {
      throw zeroDivision(message);
    }
  }

  private static EvaluationError zeroDivision(String message) {
    return new EvaluationError("ZeroDivisionError: " + message);
  }
}
