package dev.tollbooth.internal.jmx;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** A formatter of bytes and shares for people. */
final class Megabytes {

    private static final BigDecimal MEGABYTE = BigDecimal.valueOf(1 << 20);
    private static final long SMALL = 1 << 20;

    private Megabytes() {}

    /** Returns megabytes of 2^20 bytes with two decimals, or three below one megabyte. */
    static String of(long bytes) {
        int scale = bytes < SMALL ? 3 : 2;
        return new BigDecimal(bytes).divide(MEGABYTE, scale, RoundingMode.HALF_UP) + " MB";
    }

    /** Returns {@code bytes} as a share of {@code total}, in percent with one decimal; 0 if the total is 0. */
    static String percent(long bytes, long total) {
        BigDecimal share =
                total == 0 ? BigDecimal.ZERO : BigDecimal.valueOf(bytes).multiply(BigDecimal.valueOf(100));
        return share.divide(BigDecimal.valueOf(Math.max(1, total)), 1, RoundingMode.HALF_UP) + " %";
    }
}
