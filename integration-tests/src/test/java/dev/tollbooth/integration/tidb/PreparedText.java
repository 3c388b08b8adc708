package dev.tollbooth.integration.tidb;

import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A prepared statement of a client, with the rows that are not fetched yet. */
final class PreparedText {
    final String sql;
    final List<Column> columns;
    private final int parameters;
    private int[] types = new int[0];

    Answer.@Nullable Rows open;
    int next;

    PreparedText(String sql, int parameters, List<Column> columns) {
        this.sql = sql;
        this.parameters = parameters;
        this.columns = columns;
    }

    int parameters() {
        return parameters;
    }

    /** Reads the parameters of an execution. */
    List<@Nullable Object> values(PacketReader packet) throws SQLFeatureNotSupportedException {
        List<@Nullable Object> values = new ArrayList<>();
        if (parameters == 0) {
            return values;
        }
        byte[] nulls = packet.bytes((parameters + 7) / 8);
        if (packet.oneByte() == 1) {
            types = new int[parameters];
            for (int i = 0; i < parameters; i++) {
                types[i] = packet.oneByte();
                packet.oneByte(); // unsigned or not
            }
        }
        for (int i = 0; i < parameters; i++) {
            boolean isNull = (nulls[i / 8] >> i % 8 & 1) == 1;
            values.add(isNull ? null : packet.value(types[i]));
        }
        return values;
    }
}
