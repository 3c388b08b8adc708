package dev.tollbooth.internal.sql;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.h2.table.Column;
import org.h2.value.TypeInfo;
import org.h2.value.Value;
import org.h2.value.ValueToObjectConverter;
import org.jspecify.annotations.Nullable;

/**
 * The content of a live table: its columns, the source of its rows, and its indexes.
 *
 * <p>Not thread-safe while columns and indexes are added; afterwards immutable.
 *
 * @param <R> the source of a row
 */
final class LiveContent<R> {

    /** The digits of an unsigned long. */
    private static final int UNSIGNED_DIGITS = 20;

    /** The digits of 2^63 nanoseconds in picoseconds. */
    private static final int SUM_DIGITS = 22;

    private static final int MILLISECONDS = 3;

    /**
     * An index of a table.
     *
     * @param columns the numbers of the columns that a query has to compare with one value each
     * @param rows the approximate number of rows that it then finds
     */
    @SuppressWarnings("ArrayRecordComponent") // not compared
    record Lookup(int[] columns, long rows) {}

    final PerformanceTable kind;
    private final Function<Search, ? extends Iterable<R>> rows;
    private final LongSupplier approximateRows;
    private final Function<R, Figures> figures;
    private final List<Column> columns = new ArrayList<>();
    private final List<BiFunction<R, Figures, @Nullable Object>> values = new ArrayList<>();
    private final List<Lookup> lookups = new ArrayList<>();
    private final Set<Figure> added = EnumSet.noneOf(Figure.class);
    private @Nullable Runnable truncate;

    private LiveContent(
            PerformanceTable kind,
            Function<Search, ? extends Iterable<R>> rows,
            LongSupplier approximateRows,
            Function<R, Figures> figures) {
        this.kind = kind;
        this.rows = rows;
        this.approximateRows = approximateRows;
        this.figures = figures;
    }

    /**
     * Begins the content of a table without {@link Figure figures}.
     *
     * @param rows returns the present rows within a query's bounds, in any order; it may also return others
     * @param approximateRows returns the approximate number of all rows
     */
    static <R> LiveContent<R> of(
            PerformanceTable kind, Function<Search, ? extends Iterable<R>> rows, LongSupplier approximateRows) {
        return of(kind, rows, approximateRows, row -> Figures.NONE);
    }

    /** Begins the content of a table; {@code figures} returns the figures of a row. */
    static <R> LiveContent<R> of(
            PerformanceTable kind,
            Function<Search, ? extends Iterable<R>> rows,
            LongSupplier approximateRows,
            Function<R, Figures> figures) {
        return new LiveContent<>(kind, rows, approximateRows, figures);
    }

    /** Adds an index of {@code numbers}, the numbers of columns, which finds about {@code found} rows. */
    LiveContent<R> index(long found, int... numbers) {
        lookups.add(new Lookup(numbers, found));
        return this;
    }

    /** Makes the table one that can be truncated; {@code action} empties it. */
    LiveContent<R> truncatedBy(Runnable action) {
        truncate = action;
        return this;
    }

    private LiveContent<R> add(String name, TypeInfo type, Function<R, ? extends @Nullable Object> value) {
        return add(name, type, (row, known) -> value.apply(row));
    }

    private LiveContent<R> add(String name, TypeInfo type, BiFunction<R, Figures, @Nullable Object> value) {
        columns.add(new Column(name, type));
        values.add(value);
        return this;
    }

    /** Adds figures under {@link Figure#column()} in lower case; an unknown figure is NULL. */
    LiveContent<R> figures(Figure... all) {
        return figures(List.of(all));
    }

    LiveContent<R> figures(List<Figure> all) {
        for (Figure figure : all) {
            figure(figure.column().toLowerCase(Locale.ROOT), figure);
        }
        return this;
    }

    /**
     * Adds the figures of {@code all} that are not derived and have no column yet. New figures come last, because
     * clients use the positions of columns.
     */
    LiveContent<R> others(List<Figure> all) {
        for (Figure figure : all) {
            if (!figure.isDerived() && !added.contains(figure)) {
                figures(figure);
            }
        }
        return this;
    }

    /** Adds one figure under {@code name}; times are in picoseconds. */
    LiveContent<R> figure(String name, Figure figure) {
        added.add(figure);
        return switch (figure.unit()) {
            case NANOS ->
                add(
                        name,
                        numeric(figure.quantile() == null ? SUM_DIGITS : UNSIGNED_DIGITS),
                        (row, known) -> known.picos(figure));
            case RU -> add(name, TypeInfo.TYPE_DOUBLE, (row, known) -> known.get(figure));
            default -> add(name, TypeInfo.TYPE_BIGINT, (row, known) -> known.get(figure));
        };
    }

    private static TypeInfo numeric(int digits) {
        return TypeInfo.getTypeInfo(Value.NUMERIC, digits, 0, null);
    }

    /** Adds a text of at most {@code length} characters. */
    LiveContent<R> text(String name, int length, Function<R, @Nullable String> value) {
        return add(name, TypeInfo.getTypeInfo(Value.VARCHAR, length, -1, null), value);
    }

    /** Adds a whole number; NULL if unknown. */
    LiveContent<R> whole(String name, Function<R, @Nullable Long> value) {
        return add(name, TypeInfo.TYPE_BIGINT, value);
    }

    /** Adds a small whole number. */
    LiveContent<R> small(String name, Function<R, Integer> value) {
        return add(name, TypeInfo.TYPE_INTEGER, value);
    }

    /** Adds a number with a fraction; NULL if unknown. */
    LiveContent<R> fraction(String name, Function<R, @Nullable Double> value) {
        return add(name, TypeInfo.TYPE_DOUBLE, value);
    }

    /** Adds an unsigned number of picoseconds. */
    LiveContent<R> unsigned(String name, ToLongFunction<R> picos) {
        return add(
                name, numeric(UNSIGNED_DIGITS), row -> new BigInteger(Long.toUnsignedString(picos.applyAsLong(row))));
    }

    /**
     * Adds a time in nanoseconds, which is shown in picoseconds; NULL if unknown. The type is NUMERIC, because sums may
     * exceed a long.
     */
    LiveContent<R> time(String name, Function<R, @Nullable Long> nanos) {
        return add(name, numeric(SUM_DIGITS), row -> {
            Long known = nanos.apply(row);
            return known == null ? null : BigInteger.valueOf(known).multiply(BigInteger.valueOf(1_000));
        });
    }

    /** Adds a timestamp, from milliseconds since 1970 UTC; NULL if unknown. */
    LiveContent<R> moment(String name, Function<R, @Nullable Long> epochMillis) {
        TypeInfo type = TypeInfo.getTypeInfo(Value.TIMESTAMP_TZ, -1, MILLISECONDS, null);
        return add(name, type, row -> {
            Long known = epochMillis.apply(row);
            return known == null ? null : Instant.ofEpochMilli(known);
        });
    }

    /** Returns the columns for H2, which can belong to one table only. */
    List<Column> columns() {
        return columns;
    }

    List<Lookup> lookups() {
        return lookups;
    }

    Iterator<R> find(Search search) {
        return rows.apply(search).iterator();
    }

    long approximateRows() {
        return approximateRows.getAsLong();
    }

    boolean isTruncatable() {
        return truncate != null;
    }

    /** Empties the table; called only if it can be truncated. */
    void truncate() {
        Objects.requireNonNull(truncate).run();
    }

    /** Makes the values of one row. */
    Value[] values(R row) {
        Value[] result = new Value[values.size()];
        Figures known = figures.apply(row);
        for (int i = 0; i < result.length; i++) {
            result[i] = ValueToObjectConverter.objectToValue(null, values.get(i).apply(row, known), Value.UNKNOWN);
        }
        return result;
    }
}
