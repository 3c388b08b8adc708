package dev.tollbooth.internal.jmx;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.TabularDataSupport;
import javax.management.openmbean.TabularType;

/**
 * Turns rows into JMX tabular data with an index, which exporters need to tell the rows apart.
 *
 * <p>Thread-safe: immutable.
 *
 * @param <R> what a row is made of
 */
final class OpenTable<R> {

    private final TabularType type;
    private final Map<String, Function<R, Object>> columns;

    private OpenTable(TabularType type, Map<String, Function<R, Object>> columns) {
        this.type = type;
        this.columns = columns;
    }

    /** Starts the description of a table; {@code index} are the columns that tell its rows apart. */
    static <R> Builder<R> of(String name, String description, String... index) {
        return new Builder<>(name, description, index);
    }

    TabularType type() {
        return type;
    }

    /** Returns the rows in their order; of two with the same index values the first. */
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

    /** Returns one row alone. */
    CompositeData row(R row) {
        Map<String, Object> values = new LinkedHashMap<>();
        columns.forEach((name, value) -> values.put(name, value.apply(row)));
        try {
            return new CompositeDataSupport(type.getRowType(), values);
        } catch (OpenDataException e) {
            throw new IllegalStateException("a column's value is not of its declared type: table=" + type, e);
        }
    }

    /** Describes a table column by column. Not thread-safe. */
    static final class Builder<R> {

        private final String name;
        private final String description;
        private final String[] index;
        private final Map<String, Function<R, Object>> columns = new LinkedHashMap<>();
        private final List<String> descriptions = new ArrayList<>();
        private final List<OpenType<?>> types = new ArrayList<>();

        private Builder(String name, String description, String... index) {
            this.name = name;
            this.description = description;
            this.index = index;
        }

        /** Adds a column. */
        <T> Builder<R> column(String columnName, String what, OpenType<T> openType, Function<R, ? extends T> value) {
            columns.put(columnName, value::apply);
            descriptions.add(what);
            types.add(openType);
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
                return new OpenTable<>(new TabularType(name, description, row, index), columns);
            } catch (OpenDataException e) {
                throw new IllegalStateException("the table's description contradicts itself: table=" + name, e);
            }
        }
    }
}
