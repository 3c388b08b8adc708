package dev.tollbooth.internal.postgres.wire;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;

/** A formatter of values in PostgreSQL's form. */
public final class TextForms {

    private static final DateTimeFormatter MOMENT = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd HH:mm:ss")
            .appendFraction(ChronoField.MICRO_OF_SECOND, 0, 6, true)
            .toFormatter(Locale.ROOT);

    private static final double LEAST_PLAIN = 1e-4;
    private static final double MOST_PLAIN = 1e15;

    private TextForms() {}

    public static String moment(LocalDateTime value) {
        return MOMENT.format(value);
    }

    /** Returns a timestamp in UTC, as the tables show all times. */
    public static String moment(OffsetDateTime value) {
        return MOMENT.format(value.withOffsetSameInstant(ZoneOffset.UTC)) + "+00";
    }

    /** Returns {@code shortest}, Java's text of {@code value}, in PostgreSQL's form. */
    public static String fraction(double value, String shortest) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return shortest;
        }
        if (value == 0) {
            return shortest.startsWith("-") ? "-0" : "0";
        }
        BigDecimal decimal = new BigDecimal(shortest).stripTrailingZeros();
        double size = Math.abs(value);
        if (size >= LEAST_PLAIN && size < MOST_PLAIN) {
            return decimal.toPlainString();
        }
        int exponent = decimal.precision() - decimal.scale() - 1;
        String digits = decimal.scaleByPowerOfTen(-exponent).toPlainString();
        return digits + (exponent < 0 ? "e-" : "e+") + (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
    }
}
