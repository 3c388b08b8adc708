package dev.tollbooth.internal.figure;

import dev.tollbooth.report.RuItem;
import dev.tollbooth.statement.ErrorClass;
import dev.tollbooth.statement.EventSnapshot;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Quantile;
import dev.tollbooth.statement.StatementSnapshot;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a statement, user, origin, service, instance or fleet. Each figure is known or unknown, and unknown is
 * not 0. The sum of two sides is known if one side knows the figure.
 *
 * <p>Thread-safe: immutable.
 */
public final class Figures {

    /** Figures that are all unknown. */
    public static final Figures NONE = builder().build();

    /** The values of the known figures only, in the order of the catalogue, because a row knows few figures. */
    private final long[] values;
    /** One bit for each known figure. */
    private final long known;

    private final RuBySource ru;
    private final Map<String, Long> errorsByClass;
    private final boolean sampled;
    private final HistogramSnapshot histogram;

    private Figures(Builder builder) {
        this.values = new long[Long.bitCount(builder.known)];
        this.known = builder.known;
        for (long rest = known; rest != 0; rest &= rest - 1) {
            values[values.length - Long.bitCount(rest)] = builder.values[Long.numberOfTrailingZeros(rest)];
        }
        this.ru = builder.ru;
        this.errorsByClass = builder.errorsByClass;
        this.sampled = builder.sampled;
        this.histogram = builder.histogram;
    }

    /** Returns a builder in which every figure is unknown. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder that has all of these figures. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.known = known;
        for (long rest = known; rest != 0; rest &= rest - 1) {
            builder.values[Long.numberOfTrailingZeros(rest)] = values[values.length - Long.bitCount(rest)];
        }
        builder.ru = ru;
        builder.errorsByClass = errorsByClass;
        builder.sampled = sampled;
        builder.histogram = histogram;
        return builder;
    }

    /** Returns the figures of a row of the statement table. */
    public static Figures of(StatementSnapshot row) {
        return builder()
                .set(Figure.COUNT, row.count())
                .set(Figure.TIME, row.sumNanos())
                .set(Figure.MIN, row.minNanos())
                .set(Figure.MAX, row.maxNanos())
                .set(Figure.ERRORS, row.errors())
                .set(Figure.WARNINGS, row.warnings())
                .set(Figure.ROWS_READ, row.rowsSent())
                .set(Figure.ROWS_CHANGED, row.rowsAffected())
                .set(Figure.ROWS_UNKNOWN, row.rowsUnknown())
                .set(Figure.FETCH, row.fetchNanos())
                .set(
                        Figure.MOST_IN_TRANSACTION,
                        row.maxPerTransaction() == 0 ? null : Long.valueOf(row.maxPerTransaction()))
                .set(Figure.ALLOCATED, row.sumClientBytes())
                .sampled(row.clientBytesSampled())
                .errors(row.errorsByClass())
                .histogram(row.histogram())
                .ru(row.ruSource(), row.sumRu())
                .build();
    }

    /** Returns the figures of events of one kind; the mean is 0 if there was no event. */
    public static Figures of(EventSnapshot event) {
        return builder()
                .set(Figure.COUNT, event.count())
                .set(Figure.TIME, event.sumNanos())
                .set(Figure.MIN, event.minNanos())
                .set(Figure.AVG, event.count() == 0 ? Long.valueOf(0) : null)
                .set(Figure.MAX, event.maxNanos())
                .set(Figure.ERRORS, event.errors())
                .set(Figure.ROWS_READ, event.rowsSent())
                .set(Figure.ROWS_CHANGED, event.rowsAffected())
                .set(Figure.ROWS_UNKNOWN, event.rowsUnknown())
                .build();
    }

    /** Returns the figures of an item of a report, with request units of {@code source}. */
    public static Figures of(RuItem item, String source) {
        return builder()
                .set(Figure.COUNT, item.execCount())
                .set(Figure.TIME, item.execDurationNanos())
                .set(Figure.RU_UNKNOWN, item.unknownCount() + item.offCount())
                .ru(item.isUnknown() ? null : source, item.ru())
                .build();
    }

    /** Returns the sum of these figures and {@code other}. */
    public Figures plus(Figures other) {
        if (this == NONE || other == NONE) {
            return this == NONE ? other : this;
        }
        Builder sum = new Builder();
        for (long rest = known | other.known; rest != 0; rest &= rest - 1) {
            Figure figure = Builder.FIGURES[Long.numberOfTrailingZeros(rest)];
            if (figure.addition() != Addition.DERIVED) {
                sum.set(figure, both(figure, other));
            }
        }
        sum.ru = ru.plus(other.ru);
        Map<String, Long> errors = new TreeMap<>(errorsByClass);
        other.errorsByClass.forEach((kind, times) -> errors.merge(kind, times, Long::sum));
        sum.errorsByClass(errors);
        sum.sampled = sampled || other.sampled;
        sum.histogram = histogram.merge(other.histogram);
        return sum.build();
    }

    private @Nullable Long both(Figure figure, Figures other) {
        Long mine = stored(figure);
        Long others = other.stored(figure);
        return mine == null || others == null
                ? (mine == null ? others : mine)
                : Long.valueOf(figure.addition().plus(mine, others));
    }

    /**
     * Returns the difference of these figures and {@code part}, such as an earlier reading; never below 0. The result
     * has no least and greatest values.
     */
    public Figures minus(Figures part) {
        Builder rest = new Builder();
        for (Figure figure : Builder.FIGURES) {
            Long all = stored(figure);
            if (all != null && figure.addition() == Addition.SUM) {
                rest.set(figure, Math.max(0, all - part.orZero(figure)));
            }
        }
        Map<String, Long> errors = new TreeMap<>(errorsByClass);
        part.errorsByClass.forEach((kind, times) -> errors.merge(kind, -times, Long::sum));
        errors.values().removeIf(times -> times <= 0);
        rest.ru = ru.minus(part.ru);
        rest.errorsByClass(errors);
        rest.sampled = sampled;
        rest.histogram = histogram.minus(part.histogram);
        return rest.build();
    }

    private @Nullable Long stored(Figure figure) {
        long bit = 1L << figure.index();
        return (known & bit) == 0 ? null : Long.valueOf(values[Long.bitCount(known & (bit - 1))]);
    }

    /** Returns a figure that is counted; 0 if it is unknown. */
    public long orZero(Figure figure) {
        Long value = stored(figure);
        return value == null ? 0 : value;
    }

    /** Returns a figure in its unit, null if unknown. */
    public @Nullable Number get(Figure figure) {
        Quantile quantile = figure.quantile();
        if (quantile != null && histogram.total() > 0) {
            return histogram.quantileNanos(quantile);
        }
        return switch (figure) {
            case AVG -> average();
            case MEASURED -> measured();
            case MAX ->
                isMaxABound()
                        ? Long.valueOf(Long.divideUnsigned(HistogramSnapshot.highPicos(histogram.lastBucket()), 1_000))
                        : stored(figure);
            case ROWS -> rows();
            case RU -> ru.amount();
            case AVG_RU -> averageRu();
            default -> stored(figure);
        };
    }

    /** Returns a time in picoseconds, as MySQL's tables have it; null if unknown. */
    public @Nullable BigInteger picos(Figure figure) {
        Quantile quantile = figure.quantile();
        if (quantile != null && histogram.total() > 0) {
            return new BigInteger(Long.toUnsignedString(histogram.quantilePicos(quantile)));
        }
        Number nanos = get(figure);
        return nanos == null ? null : BigInteger.valueOf(nanos.longValue()).multiply(BigInteger.valueOf(1_000));
    }

    private @Nullable Long measured() {
        Long given = stored(Figure.MEASURED);
        boolean counted = histogram.total() > 0 || (given == null && stored(Figure.COUNT) != null);
        return counted ? Long.valueOf(histogram.total()) : given;
    }

    /** Returns whether only an upper bound of the greatest latency is known, as in the difference of two readings. */
    public boolean isMaxABound() {
        return stored(Figure.MAX) == null && histogram.total() > 0;
    }

    private @Nullable Long average() {
        Long time = stored(Figure.TIME);
        return orZero(Figure.COUNT) == 0 || time == null ? stored(Figure.AVG) : Long.valueOf(time / count());
    }

    private @Nullable Double averageRu() {
        Double amount = ru.amount();
        return amount == null || orZero(Figure.COUNT) == 0 ? null : Double.valueOf(amount / count());
    }

    /** Returns the rows changed and read; null if they are 0 and some executions have unknown counts. */
    private @Nullable Long rows() {
        Long changed = stored(Figure.ROWS_CHANGED);
        if (changed == null) {
            return orZero(Figure.ROWS_READ) == 0 && orZero(Figure.ROWS_UNKNOWN) > 0 ? null : stored(Figure.ROWS_READ);
        }
        return changed + orZero(Figure.ROWS_READ);
    }

    /** Returns the number of executions, 0 if unknown. */
    public long count() {
        return orZero(Figure.COUNT);
    }

    /** Returns the total time in nanoseconds, 0 if unknown. */
    public long nanos() {
        return orZero(Figure.TIME);
    }

    /** Returns the histogram of latencies. */
    public HistogramSnapshot histogram() {
        return histogram;
    }

    /** Returns the source of the request units: {@code mixed} for several sources, null if unknown. */
    public @Nullable String ruSource() {
        return ru.source();
    }

    /** Returns whether the request units have several sources and thus no sum. */
    public boolean isRuMixed() {
        return ru.isMixed();
    }

    /** Returns the request units of each source. */
    public Map<String, Double> ruBySource() {
        return ru.amounts();
    }

    /** Returns whether the allocated bytes are scaled up from some of the executions. */
    public boolean isSampled() {
        return sampled;
    }

    /** Returns the errors by class of SQLState; empty if unknown. */
    public Map<String, Long> errorsByClass() {
        return errorsByClass;
    }

    /** Returns the executions, time and request units of these figures, with all other figures of {@code statement}. */
    public Figures beside(Figures statement) {
        Builder builder = statement.toBuilder();
        builder.set(Figure.COUNT, stored(Figure.COUNT)).set(Figure.TIME, stored(Figure.TIME));
        builder.set(Figure.RU_UNKNOWN, stored(Figure.RU_UNKNOWN));
        builder.ru = ru;
        return builder.build();
    }

    /** Returns {@code figures} by key for JSON; unknown values are null. */
    public Map<String, @Nullable Object> asMap(Collection<Figure> figures) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (Figure figure : figures) {
            map.put(figure.key(), get(figure));
            if (figure == Figure.RU) {
                map.put("ruSource", ruSource());
                if (ruBySource().size() > 1) {
                    map.put("ruBySource", ruBySource());
                }
            } else if (figure == Figure.ERRORS) {
                boolean told = stored(figure) != null && (orZero(figure) == 0 || !errorsByClass.isEmpty());
                map.put("errorsByClass", told ? errorsByClass : null);
            } else if (figure == Figure.ALLOCATED) {
                map.put("allocatedSampled", stored(figure) == null ? null : Boolean.valueOf(sampled));
            }
        }
        return map;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Figures that
                && known == that.known
                && Arrays.equals(values, that.values)
                && ru.equals(that.ru)
                && errorsByClass.equals(that.errorsByClass)
                && sampled == that.sampled
                && histogram.equals(that.histogram);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return asMap(Arrays.asList(Builder.FIGURES)).toString();
    }

    /**
     * A builder of figures.
     *
     * <p>Not thread-safe.
     */
    public static final class Builder {

        private static final Figure[] FIGURES = Figure.values();

        private final long[] values = new long[FIGURES.length];
        private long known;
        private RuBySource ru = RuBySource.NONE;
        private Map<String, Long> errorsByClass = Map.of();
        private boolean sampled;
        private HistogramSnapshot histogram = HistogramSnapshot.EMPTY;

        private Builder() {}

        /** Sets a figure; null means unknown. A quantile that is set here is used only without a histogram. */
        public Builder set(Figure figure, @Nullable Long value) {
            values[figure.index()] = value == null ? 0 : value;
            known = value == null ? known & ~(1L << figure.index()) : known | 1L << figure.index();
            return this;
        }

        /** Sets a known figure. */
        public Builder set(Figure figure, long value) {
            return set(figure, Long.valueOf(value));
        }

        /** Sets the request units and their source. The source {@code mixed} has no amount; null means unknown. */
        public Builder ru(@Nullable String source, @Nullable Double amount) {
            boolean known = amount != null || RuBySource.MIXED.equals(source);
            ru = source != null && known ? RuBySource.of(source, amount == null ? 0 : amount) : RuBySource.NONE;
            return this;
        }

        /** Sets whether the allocated bytes are scaled up from some executions. */
        public Builder sampled(boolean scaled) {
            sampled = scaled;
            return this;
        }

        /** Sets the errors by class of SQLState. */
        public Builder errorsByClass(Map<String, Long> errors) {
            errorsByClass = errors.isEmpty() ? Map.of() : new TreeMap<>(errors);
            return this;
        }

        /** Sets the errors by class. */
        public Builder errors(Map<ErrorClass, Long> errors) {
            Map<String, Long> byClass = new TreeMap<>();
            errors.forEach((kind, times) -> byClass.put(kind.sqlStateClass(), times));
            return errorsByClass(byClass);
        }

        /** Sets the histogram of latencies. */
        public Builder histogram(HistogramSnapshot latencies) {
            histogram = latencies;
            return this;
        }

        /** Returns the figures. 0 rows changed become unknown if some executions have unknown counts. */
        public Figures build() {
            if (values[Figure.ROWS_CHANGED.index()] == 0 && values[Figure.ROWS_UNKNOWN.index()] > 0) {
                set(Figure.ROWS_CHANGED, null);
            }
            return new Figures(this);
        }
    }
}
