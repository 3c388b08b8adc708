package dev.tollbooth.internal.lexer;

import dev.tollbooth.statement.SqlDialect;

/** Dialects that share one lexer. */
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

    /** Returns whether a setting or the schema, not the text, decides if {@code "x"} is a name or a string. */
    public static boolean doubleQuotesMayBeStrings(SqlDialect dialect) {
        return dialect == SqlDialect.GENERIC || dialect == SqlDialect.SQLITE || dialect == SqlDialect.SQLSERVER;
    }
}
