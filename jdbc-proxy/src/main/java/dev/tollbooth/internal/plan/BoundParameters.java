package dev.tollbooth.internal.plan;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.Types;
import java.time.temporal.Temporal;
import java.util.Arrays;
import java.util.Date;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of one execution that is to be explained. Streams, LOBs and long values are not kept, and an execution
 * with such a parameter is not explained. Not thread-safe.
 */
public final class BoundParameters {

    private static final int MAX_PARAMETERS = 1_000;
    private static final int MAX_LENGTH = 65_536;
    private static final Object UNSET = new Object();

    private @Nullable Object[] values = new Object[4];
    private @Nullable Object[] types = new Object[4];
    private int count;
    private boolean left;

    /**
     * Stores the value of one parameter.
     *
     * @param type the type given to the driver: a code of {@link Types}, a {@link SQLType}, or null
     */
    public void set(int index, @Nullable Object value, @Nullable Object type) {
        if (index < 1 || index > MAX_PARAMETERS || !isKept(value)) {
            left = true;
            return;
        }
        if (index > values.length) {
            int size = Math.max(index, 2 * values.length);
            values = Arrays.copyOf(values, size);
            types = Arrays.copyOf(types, size);
        }
        while (count < index) {
            values[count++] = UNSET;
        }
        values[index - 1] = value;
        types[index - 1] = type;
    }

    /** Drops all parameters. */
    public void clear() {
        Arrays.fill(values, null);
        Arrays.fill(types, null);
        count = 0;
        left = false;
    }

    /** Returns whether all bound parameters are here. */
    public boolean isComplete() {
        for (int i = 0; i < count; i++) {
            if (values[i] == UNSET) {
                return false;
            }
        }
        return !left;
    }

    private static boolean isKept(@Nullable Object value) {
        if (value instanceof String text) {
            return text.length() <= MAX_LENGTH;
        }
        if (value instanceof byte[] bytes) {
            return bytes.length <= MAX_LENGTH;
        }
        return value == null
                || value instanceof Number
                || value instanceof Boolean
                || value instanceof Date
                || value instanceof Temporal
                || value instanceof UUID;
    }

    /** Binds the same parameters to {@code statement}. */
    public void bindTo(PreparedStatement statement) throws SQLException {
        for (int i = 0; i < count; i++) {
            Object value = values[i];
            Object type = types[i];
            if (value == null) {
                statement.setNull(i + 1, type instanceof Integer code ? code : Types.NULL);
            } else if (type instanceof Integer code) {
                statement.setObject(i + 1, value, code);
            } else if (type instanceof SQLType named) {
                statement.setObject(i + 1, value, named);
            } else {
                statement.setObject(i + 1, value);
            }
        }
    }
}
