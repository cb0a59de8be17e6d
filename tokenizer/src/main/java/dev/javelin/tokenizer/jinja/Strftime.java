// SPDX-License-Identifier: Apache-2.0
package dev.javelin.tokenizer.jinja;

import java.time.LocalDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.util.List;

/** The C function of that name in the C locale: English names, whatever the JVM's locale is. */
final class Strftime {
  private static final List<String> DAYS =
      List.of("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday");
  private static final List<String> MONTHS =
      List.of(
          "January",
          "February",
          "March",
          "April",
          "May",
          "June",
          "July",
          "August",
          "September",
          "October",
          "November",
          "December");
  private static final int SHORT_NAME = 3;

  private final LocalDateTime time;

  private Strftime(LocalDateTime time) {
    this.time = time;
  }

  /** Writes a local time; unknown directives stay as they are. */
  static void format(LocalDateTime time, String format, TextBuilder out) {
    Strftime formatter = new Strftime(time);
    int pos = 0;
    while (pos < format.length()) {
      char c = format.charAt(pos++);
      if (c != '%' || pos == format.length()) {
        out.append(c);
        continue;
      }
      boolean plain = format.charAt(pos) == '-' && pos + 1 < format.length();
      char directive = format.charAt(plain ? pos + 1 : pos);
      String text = formatter.directive(directive);
      out.append(plain ? withoutPadding(text) : text);
      pos += plain ? 2 : 1;
    }
  }

  private static String withoutPadding(String text) {
    int start = 0;
    while (start < text.length() - 1 && (text.charAt(start) == '0' || text.charAt(start) == ' ')) {
      start++;
    }
    return text.substring(start);
  }

  private String directive(char directive) {
    int weekday = time.getDayOfWeek().getValue() % 7;
    int yearDay = time.getDayOfYear();
    return switch (directive) {
      case 'a' -> DAYS.get(weekday).substring(0, SHORT_NAME);
      case 'A' -> DAYS.get(weekday);
      case 'w' -> String.valueOf(weekday);
      case 'u' -> String.valueOf(time.getDayOfWeek().getValue());
      case 'd' -> pad(time.getDayOfMonth(), 2);
      case 'e' -> blank(time.getDayOfMonth());
      case 'b', 'h' -> MONTHS.get(time.getMonthValue() - 1).substring(0, SHORT_NAME);
      case 'B' -> MONTHS.get(time.getMonthValue() - 1);
      case 'm' -> pad(time.getMonthValue(), 2);
      case 'y' -> pad(time.getYear() % 100, 2);
      case 'Y' -> String.valueOf(time.getYear());
      case 'C' -> pad(time.getYear() / 100, 2);
      case 'G' -> String.valueOf(time.get(IsoFields.WEEK_BASED_YEAR));
      case 'g' -> pad(time.get(IsoFields.WEEK_BASED_YEAR) % 100, 2);
      case 'V' -> pad(time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), 2);
      case 'U' -> pad((yearDay + 6 - weekday) / 7, 2);
      case 'W' -> pad((yearDay + 6 - (weekday + 6) % 7) / 7, 2);
      case 'j' -> pad(yearDay, 3);
      default -> timeDirective(directive);
    };
  }

  private String timeDirective(char directive) {
    int hour12 = time.get(ChronoField.CLOCK_HOUR_OF_AMPM);
    String half = time.getHour() < 12 ? "AM" : "PM";
    return switch (directive) {
      case 'H' -> pad(time.getHour(), 2);
      case 'I' -> pad(hour12, 2);
      case 'k' -> blank(time.getHour());
      case 'l' -> blank(hour12);
      case 'M' -> pad(time.getMinute(), 2);
      case 'S' -> pad(time.getSecond(), 2);
      case 'f' -> pad(time.getNano() / 1000, 6);
      case 'p' -> half;
      case 'P' -> half.equals("AM") ? "am" : "pm";
      case 'z', 'Z' -> "";
      case 'n' -> "\n";
      case 't' -> "\t";
      case '%' -> "%";
      case 'c' -> all("a b e T Y", " ");
      case 'D', 'x' -> all("m d y", "/");
      case 'F' -> all("Y m d", "-");
      case 'R' -> all("H M", ":");
      case 'T', 'X' -> all("H M S", ":");
      case 'r' -> all("I M S", ":") + " " + half;
      default -> "%" + directive;
    };
  }

  private String all(String directives, String separator) {
    return String.join(
        separator,
        List.of(directives.split(" ")).stream().map(d -> directive(d.charAt(0))).toList());
  }

  private static String pad(int value, int width) {
    return "0".repeat(Math.max(0, width - String.valueOf(value).length())) + value;
  }

  private static String blank(int value) {
    return (value < 10 ? " " : "") + value;
  }
}
