package dev.tollbooth.internal.postgres.wire;

import java.sql.Types;

/** The types of columns and parameters, with their numbers in the protocol. */
public enum PostgresType {
    BOOL(16, 1),
    /** One letter, as in the catalog. */
    CHAR(18, 1),
    INT8(20, 8),
    INT2(21, 2),
    INT4(23, 4),
    FLOAT4(700, 4),
    FLOAT8(701, 8),
    VARCHAR(1043, -1),
    DATE(1082, 4),
    TIMESTAMP(1114, 8),
    TIMESTAMPTZ(1184, 8),
    NUMERIC(1700, -1);

    /** The number of the type TEXT. Only parameters have this type. */
    static final int TEXT_OID = 25;

    public static final int UNKNOWN_OID = 0;

    private final int oid;
    private final int size;

    PostgresType(int oid, int size) {
        this.oid = oid;
        this.size = size;
    }

    public int oid() {
        return oid;
    }

    /** Returns the bytes of a value; -1 if they vary. */
    public int size() {
        return size;
    }

    /** Returns whether values have the same form, text, in both formats. */
    public boolean isText() {
        return this == VARCHAR || this == CHAR;
    }

    /** Returns the type for a JDBC type; {@link #VARCHAR} if no other fits. */
    public static PostgresType ofJdbc(int type) {
        return switch (type) {
            case Types.CHAR -> CHAR;
            case Types.BOOLEAN, Types.BIT -> BOOL;
            case Types.TINYINT, Types.SMALLINT -> INT2;
            case Types.INTEGER -> INT4;
            case Types.BIGINT -> INT8;
            case Types.REAL -> FLOAT4;
            case Types.FLOAT, Types.DOUBLE -> FLOAT8;
            case Types.NUMERIC, Types.DECIMAL -> NUMERIC;
            case Types.DATE -> DATE;
            case Types.TIMESTAMP -> TIMESTAMP;
            case Types.TIMESTAMP_WITH_TIMEZONE -> TIMESTAMPTZ;
            default -> VARCHAR;
        };
    }

    /** Returns the type with the number {@code oid}; {@link #VARCHAR} if there is none, so that H2 converts a text. */
    public static PostgresType ofOid(int oid) {
        for (PostgresType type : values()) {
            if (type.oid == oid) {
                return type;
            }
        }
        return VARCHAR;
    }
}
