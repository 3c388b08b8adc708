package dev.tollbooth.internal.postgres.wire;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/**
 * A converter of numbers to and from the binary form of NUMERIC: digits to the base of 10,000, weight of the first
 * digit, sign, decimals.
 *
 * <p>The form is that of {@code numeric_send} and {@code numeric_recv} in PostgreSQL's {@code numeric.c}.
 */
public final class PostgresNumeric {

    private static final int DIGITS = 4;
    private static final BigInteger BASE = BigInteger.valueOf(10_000);
    private static final int POSITIVE = 0x0000;
    private static final int NEGATIVE = 0x4000;

    /**
     * The most digits of an accepted number. No figure has as many, and a number with so many is still formatted fast.
     */
    private static final int MOST_DIGITS = 1_000;

    private PostgresNumeric() {}

    static void write(BigDecimal value, WireWriter out) throws PostgresException {
        check(value);
        int scale = Math.max(0, value.scale());
        int fractions = (scale + DIGITS - 1) / DIGITS;
        BigInteger rest = value.abs()
                .setScale(fractions * DIGITS, RoundingMode.UNNECESSARY)
                .unscaledValue();
        List<Integer> digits = new ArrayList<>(); // the last digit first
        while (rest.signum() != 0) {
            BigInteger[] parts = rest.divideAndRemainder(BASE);
            digits.add(parts[1].intValue());
            rest = parts[0];
        }
        int weight = digits.size() - 1 - fractions;
        int trailing = 0;
        while (trailing < digits.size() && digits.get(trailing) == 0) {
            trailing++;
        }
        out.int16(digits.size() - trailing).int16(digits.isEmpty() ? 0 : weight);
        out.int16(value.signum() < 0 ? NEGATIVE : POSITIVE).int16(scale);
        for (int i = digits.size() - 1; i >= trailing; i--) {
            out.int16(digits.get(i));
        }
    }

    public static BigDecimal read(WireMessage in) throws PostgresException {
        int count = in.count(0);
        int weight = in.int16();
        int sign = in.int16();
        int scale = in.int16();
        boolean fits = sign == POSITIVE || sign == NEGATIVE;
        if (!fits
                || scale < 0
                || scale > MOST_DIGITS
                || Math.abs(weight) > MOST_DIGITS / DIGITS
                || count > MOST_DIGITS) {
            throw PostgresException.error(PostgresException.INVALID_TEXT, "number that is not served here");
        }
        BigInteger digits = BigInteger.ZERO;
        for (int i = 0; i < count; i++) {
            digits = digits.multiply(BASE).add(BigInteger.valueOf(in.int16()));
        }
        BigDecimal value = new BigDecimal(digits, (count - 1 - weight) * DIGITS).setScale(scale, RoundingMode.DOWN);
        return sign == NEGATIVE ? value.negate() : value;
    }

    /** Rejects a number that would take long to format. */
    public static void check(BigDecimal value) throws PostgresException {
        if (Math.abs((long) value.scale()) + value.precision() > MOST_DIGITS) {
            throw PostgresException.error("22003", "number of too many digits: limit=" + MOST_DIGITS + "; round() it");
        }
    }
}
