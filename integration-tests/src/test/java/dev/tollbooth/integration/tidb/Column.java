package dev.tollbooth.integration.tidb;

import java.sql.Types;
import org.jspecify.annotations.Nullable;

/**
 * A column of a result.
 *
 * @param name its label
 * @param type the number of its type in the protocol
 */
record Column(String name, int type) {
    static final int DOUBLE = 0x05;
    static final int LONG = 0x03;
    static final int LONGLONG = 0x08;
    static final int DECIMAL = 0xf6;
    static final int VAR_STRING = 0xfd;

    private static final int BINARY_CHARSET = 63;
    private static final int UTF8MB4 = 46;

    /** Returns the column of a label and a JDBC type. */
    static Column of(String name, int jdbcType) {
        return new Column(
                name,
                switch (jdbcType) {
                    case Types.INTEGER, Types.SMALLINT, Types.TINYINT, Types.BOOLEAN -> LONG;
                    case Types.BIGINT -> LONGLONG;
                    case Types.DOUBLE, Types.FLOAT, Types.REAL -> DOUBLE;
                    case Types.DECIMAL, Types.NUMERIC -> DECIMAL;
                    default -> VAR_STRING;
                });
    }

    PacketBuilder definition() {
        return new PacketBuilder()
                .string("def")
                .string("shop")
                .string("")
                .string("")
                .string(name)
                .string(name)
                .oneByte(0x0c)
                .twoBytes(type == VAR_STRING ? UTF8MB4 : BINARY_CHARSET)
                .fourBytes(type == VAR_STRING ? 1024 : 20)
                .oneByte(type)
                .twoBytes(0)
                .oneByte(0)
                .twoBytes(0);
    }

    /** Adds a value of this column in binary form; null is in the bitmap before it. */
    void binary(PacketBuilder row, @Nullable Object value) {
        if (value == null) {
            return;
        }
        if (type == LONG) {
            row.fourBytes((int) whole(value));
        } else if (type == LONGLONG) {
            row.eightBytes(whole(value));
        } else if (type == DOUBLE) {
            row.eightBytes(Double.doubleToRawLongBits(((Number) value).doubleValue()));
        } else {
            row.string(value.toString());
        }
    }

    private static long whole(Object value) {
        return value instanceof Boolean flag ? (flag ? 1 : 0) : ((Number) value).longValue();
    }

    /** Returns a value of this column as text. */
    static String text(Object value) {
        return value instanceof Boolean flag ? (flag ? "1" : "0") : value.toString();
    }
}
