package dev.tollbooth.internal.lexer;

import dev.tollbooth.statement.SqlDialect;

/** Dialects whose texts one lexer reads. */
public enum DialectFamily {
    /** TiDB, MySQL, MariaDB. */
    MYSQL,
    /** PostgreSQL. */
    POSTGRESQL,
    /** All others. */
    ANSI;

    /** Returns the family of a dialect. */
    public static DialectFamily of(SqlDialect dialect) {
        return switch (dialect) {
            case TIDB, MYSQL, MARIADB -> MYSQL;
            case POSTGRESQL, POSTGRESQL_CONFORMING, POSTGRESQL_ESCAPES -> POSTGRESQL;
            default -> ANSI;
        };
    }

    /**
     * Whether {@code "x"} of a dialect is a name or a string by something that the text does not show: a setting, or what
     * is in the schema.
     */
    public static boolean doubleQuotesMayBeStrings(SqlDialect dialect) {
        return dialect == SqlDialect.GENERIC || dialect == SqlDialect.SQLITE || dialect == SqlDialect.SQLSERVER;
    }
}
