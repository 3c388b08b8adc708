package dev.tollbooth.cli.text;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Quantile;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A formatter of figures for people. */
public final class FigureText {

    private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);

    /** The text of an unknown figure. */
    public static final String UNKNOWN = "-";

    /** The text of the lowest bucket, which has no lower bound. */
    private static final String LOWEST = "<10 µs";

    private FigureText() {}

    /** Returns a count with its noun; {@code thing} is the singular. */
    public static String count(long value, String thing) {
        return count(value) + " " + thing + (value == 1 ? "" : "s");
    }

    /** Returns a count with commas between the thousands. */
    public static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** Returns an amount with commas between the thousands; below 100 it has two decimals. */
    public static String amount(double value) {
        if (!Double.isFinite(value)) {
            return Double.toString(value);
        }
        BigDecimal exact = BigDecimal.valueOf(value);
        boolean small = Math.abs(value) < 100;
        return small
                ? exact.setScale(2, RoundingMode.HALF_UP).toPlainString()
                : count(exact.setScale(0, RoundingMode.HALF_UP).longValue());
    }

    /** Returns an amount of request units; {@code -} if unknown. */
    public static String ru(@Nullable Double known) {
        return known == null ? UNKNOWN : amount(known);
    }

    /** Returns a number of bytes with three digits and a unit, such as {@code 1.05 MB}; 1 KB is 1,024 bytes. */
    public static String bytes(long value) {
        String[] units = {" B", " KB", " MB", " GB", " TB", " PB"};
        int unit = 0;
        BigDecimal amount = BigDecimal.valueOf(value);
        while (amount.compareTo(BigDecimal.valueOf(1_000)) >= 0 && unit < units.length - 1) {
            amount = amount.divide(BigDecimal.valueOf(1_024));
            unit++;
        }
        return (unit == 0 ? amount : amount.round(THREE_DIGITS)).toPlainString() + units[unit];
    }

    /** Returns a time, rounded to three digits, with its unit, such as {@code 1.05 ms}. */
    public static String time(long nanos) {
        if (nanos == 0) {
            return "0";
        } else if (nanos < 1_000) {
            return nanos + " ns";
        } else if (nanos < 999_500) {
            return rounded(nanos, 3) + " µs";
        } else if (nanos < 999_500_000L) {
            return rounded(nanos, 6) + " ms";
        }
        return rounded(nanos, 9) + " s";
    }

    /** Returns a figure for people; {@code -} if unknown, {@code mixed} for request units of several sources. */
    public static String of(Figure figure, Figures figures) {
        Quantile quantile = figure.quantile();
        if (quantile != null && figures.histogram().total() > 0) {
            return quantile(figures.histogram(), quantile);
        }
        Number value = figures.get(figure);
        if (value == null) {
            return figure == Figure.RU && figures.isRuMixed() ? "mixed" : UNKNOWN;
        }
        if (quantile != null && value.longValue() == HistogramSnapshot.highPicos(0) / 1_000) {
            return LOWEST;
        }
        return switch (figure.unit()) {
            case NANOS -> (figure == Figure.MAX && figures.isMaxABound() ? "<" : "") + time(value.longValue());
            case BYTES -> (figures.isSampled() ? "~" : "") + bytes(value.longValue());
            case RU -> amount(value.doubleValue());
            case COUNT, EPOCH_SECONDS -> count(value.longValue());
        };
    }

    /** Returns an additive figure per second; the text of {@link #of} if the figure is unknown. */
    static String perSecond(Figure figure, Figures figures, double seconds) {
        Number value = figures.get(figure);
        if (value == null) {
            return of(figure, figures);
        }
        double rate = value.doubleValue() / seconds;
        return switch (figure.unit()) {
            case NANOS -> time(Math.round(rate));
            case BYTES -> bytes(Math.round(rate));
            default -> amount(rate);
        };
    }

    /**
     * Returns a quantile as {@link #time} does; {@code -} without executions. The lowest bucket has only an upper
     * bound, 10 µs, and the highest bucket only a lower bound.
     */
    public static String quantile(HistogramSnapshot histogram, Quantile quantile) {
        if (histogram.total() == 0) {
            return UNKNOWN;
        }
        long picos = histogram.quantilePicos(quantile);
        if (picos == HistogramSnapshot.highPicos(0)) {
            return LOWEST;
        }
        return picos < 0 ? ">" + time(HistogramSnapshot.lowPicos(histogram.lastBucket()) / 1_000) : time(picos / 1_000);
    }

    private static String rounded(long nanos, int scale) {
        BigDecimal value = BigDecimal.valueOf(nanos, scale).round(THREE_DIGITS);
        int decimals = Math.max(0, 3 - (value.precision() - value.scale()));
        return value.setScale(decimals, RoundingMode.HALF_UP).toPlainString();
    }

    /** Returns {@code part} as a percentage of {@code whole}, to one decimal; {@code 0.0 %} if {@code whole} is 0. */
    public static String percent(long part, long whole) {
        if (whole == 0) {
            return "0.0 %";
        }
        return BigDecimal.valueOf(part)
                        .multiply(BigDecimal.valueOf(100))
                        .divide(BigDecimal.valueOf(whole), 1, RoundingMode.HALF_UP)
                + " %";
    }
}
