package dev.tollbooth.internal.jmx;

import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.FigureUnit;
import dev.tollbooth.internal.figure.Figures;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import javax.management.openmbean.TabularDataSupport;
import javax.management.openmbean.TabularType;
import org.jspecify.annotations.Nullable;

/**
 * A table that turns rows into JMX tabular data. Exporters distinguish the rows by the values of the index columns.
 *
 * <p>Thread-safe: immutable.
 *
 * @param <R> the source of a row
 */
final class OpenTable<R> {

    private static final BigInteger LONGEST = BigInteger.valueOf(Long.MAX_VALUE);

    private final TabularType type;
    private final Map<String, BiFunction<R, Figures, @Nullable Object>> columns;
    private final Function<R, Figures> figures;

    private OpenTable(Builder<R> described, TabularType type) {
        this.type = type;
        this.columns = described.columns;
        this.figures = described.figures;
    }

    /** Starts the description of a table; the columns {@code index} identify its rows. */
    static <R> Builder<R> of(String name, String description, String... index) {
        return new Builder<>(name, description, row -> Figures.NONE, index);
    }

    /** Starts the description of a table whose rows have figures. */
    static <R> Builder<R> of(String name, String description, Function<R, Figures> figures, List<String> index) {
        return new Builder<>(name, description, figures, index.toArray(String[]::new));
    }

    TabularType type() {
        return type;
    }

    /** Returns {@code nanos} in milliseconds, rounded to microseconds. */
    static double millis(long nanos) {
        return Math.round(nanos / 1e3) / 1e3;
    }

    /**
     * Returns a bound of a bucket in picoseconds; {@link Long#MAX_VALUE} for the upper bound of the last bucket,
     * 2^64-1.
     */
    static long picos(long unsigned) {
        return unsigned < 0 ? Long.MAX_VALUE : unsigned;
    }

    /** Returns the rows in their order. If several rows have the same index values, only the first is included. */
    TabularDataSupport with(List<R> rows) {
        TabularDataSupport data = new TabularDataSupport(type);
        for (R row : rows) {
            CompositeData values = row(row);
            if (!data.containsKey(data.calculateIndex(values))) {
                data.put(values);
            }
        }
        return data;
    }

    /** Returns a single row. */
    CompositeData row(R row) {
        Map<String, Object> values = new LinkedHashMap<>();
        Figures known = figures.apply(row);
        columns.forEach((name, value) -> values.put(name, value.apply(row, known)));
        try {
            return new CompositeDataSupport(type.getRowType(), values);
        } catch (OpenDataException e) {
            throw new IllegalStateException("a column's value is not of its declared type: table=" + type, e);
        }
    }

    /** A builder that describes a table column by column. Not thread-safe. */
    static final class Builder<R> {

        private final String name;
        private final String description;
        private final String[] index;
        private final Function<R, Figures> figures;
        private final Map<String, BiFunction<R, Figures, @Nullable Object>> columns = new LinkedHashMap<>();
        private final List<String> descriptions = new ArrayList<>();
        private final List<OpenType<?>> types = new ArrayList<>();

        private Builder(String name, String description, Function<R, Figures> figures, String... index) {
            this.name = name;
            this.description = description;
            this.figures = figures;
            this.index = index;
        }

        /** Adds a column. */
        <T> Builder<R> column(
                String columnName, String what, OpenType<T> openType, Function<R, ? extends @Nullable T> value) {
            return add(columnName, what, openType, (row, known) -> value.apply(row));
        }

        /** Adds a column of texts; empty for null. */
        Builder<R> text(String columnName, String what, Function<R, @Nullable String> value) {
            return column(columnName, what, SimpleType.STRING, row -> Objects.requireNonNullElse(value.apply(row), ""));
        }

        /** Adds a column of whole numbers; null if unknown. */
        Builder<R> whole(String columnName, String what, Function<R, @Nullable Long> value) {
            return column(columnName, what, SimpleType.LONG, value);
        }

        /** Adds a column of small whole numbers; null if unknown. */
        Builder<R> small(String columnName, String what, Function<R, @Nullable Integer> value) {
            return column(columnName, what, SimpleType.INTEGER, value);
        }

        /** Adds a column of numbers with a fraction; null if unknown. */
        Builder<R> fraction(String columnName, String what, Function<R, @Nullable Double> value) {
            return column(columnName, what, SimpleType.DOUBLE, value);
        }

        /** Adds a column of yes or no. */
        Builder<R> flag(String columnName, String what, Function<R, Boolean> value) {
            return column(columnName, what, SimpleType.BOOLEAN, value);
        }

        /** Adds a column of moments, from milliseconds since 1970 UTC. */
        Builder<R> moment(String columnName, String what, ToLongFunction<R> epochMillis) {
            return column(
                    columnName,
                    what,
                    SimpleType.DATE,
                    row -> Date.from(Instant.ofEpochMilli(epochMillis.applyAsLong(row))));
        }

        private Builder<R> add(
                String columnName, String what, OpenType<?> openType, BiFunction<R, Figures, @Nullable Object> value) {
            columns.put(columnName, value);
            descriptions.add(what);
            types.add(openType);
            return this;
        }

        /** Adds a column for each figure, under {@link Figure#column()}; times are in picoseconds. */
        Builder<R> figures(List<Figure> all) {
            for (Figure figure : all) {
                boolean time = figure.unit() == FigureUnit.NANOS;
                OpenType<?> openType = time && figure.isAdditive()
                        ? SimpleType.BIGINTEGER
                        : figure.unit() == FigureUnit.RU
                                ? SimpleType.DOUBLE
                                : figure == Figure.MOST_IN_TRANSACTION ? SimpleType.INTEGER : SimpleType.LONG;
                add(
                        figure.column(),
                        figure.sentence() + (time ? ", ps" : ""),
                        openType,
                        (row, known) -> valueOf(openType, time ? known.picos(figure) : known.get(figure)));
            }
            return this;
        }

        private static @Nullable Object valueOf(OpenType<?> openType, @Nullable Number value) {
            if (value instanceof BigInteger picos && openType == SimpleType.LONG) {
                return picos.min(LONGEST).longValue();
            }
            return value != null && openType == SimpleType.INTEGER ? Integer.valueOf(value.intValue()) : value;
        }

        /** Adds a column for each figure of time, in milliseconds, which people read more easily. */
        Builder<R> millis(Figure... all) {
            for (Figure figure : all) {
                String columnName =
                        figure == Figure.TIME ? "TOTAL" : figure.title().toUpperCase(Locale.ROOT);
                add(columnName + "_MS", figure.sentence() + ", ms", SimpleType.DOUBLE, (row, known) -> {
                    Number nanos = known.get(figure);
                    return nanos == null ? null : Double.valueOf(OpenTable.millis(nanos.longValue()));
                });
            }
            return this;
        }

        OpenTable<R> build() {
            try {
                CompositeType row = new CompositeType(
                        name + "Row",
                        description,
                        columns.keySet().toArray(String[]::new),
                        descriptions.toArray(String[]::new),
                        types.toArray(OpenType<?>[]::new));
                return new OpenTable<>(this, new TabularType(name, description, row, index));
            } catch (OpenDataException e) {
                throw new IllegalStateException("the table's description contradicts itself: table=" + name, e);
            }
        }
    }
}
