package dev.tollbooth.internal.sql;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.FigureUnit;
import dev.tollbooth.internal.figure.Figures;
import java.math.BigDecimal;
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
import org.h2.util.JSR310Utils;
import org.h2.value.TypeInfo;
import org.h2.value.Value;
import org.h2.value.ValueBigint;
import org.h2.value.ValueDouble;
import org.h2.value.ValueInteger;
import org.h2.value.ValueNull;
import org.h2.value.ValueNumeric;
import org.h2.value.ValueTimestampTimeZone;
import org.h2.value.ValueVarchar;
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
    private final List<BiFunction<R, Figures, Value>> values = new ArrayList<>();
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

    private LiveContent<R> add(String name, TypeInfo type, Function<R, Value> value) {
        return add(name, type, (row, known) -> value.apply(row));
    }

    private LiveContent<R> add(String name, TypeInfo type, BiFunction<R, Figures, Value> value) {
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
        if (figure.unit() == FigureUnit.NANOS) {
            int digits = figure.quantile() == null ? SUM_DIGITS : UNSIGNED_DIGITS;
            return add(name, TypeInfo.getTypeInfo(Value.NUMERIC, digits, 0, null), (row, known) -> {
                BigInteger picos = known.picos(figure);
                return picos == null ? ValueNull.INSTANCE : ValueNumeric.get(picos);
            });
        }
        boolean fraction = figure.unit() == FigureUnit.RU;
        return add(
                name,
                fraction ? TypeInfo.TYPE_DOUBLE : TypeInfo.TYPE_BIGINT,
                (row, known) -> ofNumber(known.get(figure), fraction));
    }

    private static Value ofNumber(@Nullable Number number, boolean fraction) {
        return number == null
                ? ValueNull.INSTANCE
                : fraction ? ValueDouble.get(number.doubleValue()) : ValueBigint.get(number.longValue());
    }

    /** Adds a text of at most {@code length} characters. */
    LiveContent<R> text(String name, int length, Function<R, @Nullable String> value) {
        return add(name, TypeInfo.getTypeInfo(Value.VARCHAR, length, -1, null), row -> ofText(value.apply(row)));
    }

    private static Value ofText(@Nullable String text) {
        return text == null ? ValueNull.INSTANCE : ValueVarchar.get(text);
    }

    /** Adds a whole number; NULL if unknown. */
    LiveContent<R> whole(String name, Function<R, @Nullable Long> value) {
        return add(name, TypeInfo.TYPE_BIGINT, row -> ofNumber(value.apply(row), false));
    }

    /** Adds a small whole number. */
    LiveContent<R> small(String name, ToLongFunction<R> value) {
        return add(name, TypeInfo.TYPE_INTEGER, row -> ValueInteger.get((int) value.applyAsLong(row)));
    }

    /** Adds a number with a fraction; NULL if unknown. */
    LiveContent<R> fraction(String name, Function<R, @Nullable Double> value) {
        return add(name, TypeInfo.TYPE_DOUBLE, row -> ofNumber(value.apply(row), true));
    }

    /** Adds an unsigned number of picoseconds. */
    LiveContent<R> unsigned(String name, ToLongFunction<R> picos) {
        TypeInfo type = TypeInfo.getTypeInfo(Value.NUMERIC, UNSIGNED_DIGITS, 0, null);
        return add(name, type, row -> ValueNumeric.get(ofUnsigned(picos.applyAsLong(row))));
    }

    private static BigDecimal ofUnsigned(long value) {
        return value >= 0 ? BigDecimal.valueOf(value) : new BigDecimal(Long.toUnsignedString(value));
    }

    /**
     * Adds a time in nanoseconds, which is shown in picoseconds; NULL if unknown. The type is NUMERIC, because sums may
     * exceed a long.
     */
    LiveContent<R> time(String name, Function<R, @Nullable Long> nanos) {
        TypeInfo type = TypeInfo.getTypeInfo(Value.NUMERIC, SUM_DIGITS, 0, null);
        return add(name, type, row -> {
            Long known = nanos.apply(row);
            return known == null
                    ? ValueNull.INSTANCE
                    : ValueNumeric.get(BigInteger.valueOf(known).multiply(BigInteger.valueOf(1_000)));
        });
    }

    /** Adds a timestamp, from milliseconds since 1970 UTC; NULL if unknown. */
    LiveContent<R> moment(String name, Function<R, @Nullable Long> epochMillis) {
        TypeInfo type = TypeInfo.getTypeInfo(Value.TIMESTAMP_TZ, -1, MILLISECONDS, null);
        return add(name, type, row -> {
            Long known = epochMillis.apply(row);
            return known == null ? ValueNull.INSTANCE : ofMillis(known);
        });
    }

    private static ValueTimestampTimeZone ofMillis(long epochMillis) {
        return JSR310Utils.instantToValue(Instant.ofEpochMilli(epochMillis));
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
            result[i] = values.get(i).apply(row, known);
        }
        return result;
    }
}
