package dev.tollbooth.internal.execution;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

/**
 * A driver, with the questions that it answers from its own memory, without a round trip or a side effect. The traits
 * follow the drivers' source; an unknown driver is asked nothing.
 */
public enum DriverTraits {
    /** pgjdbc. */
    POSTGRESQL(true, true, true, false, true, true),
    /** H2. */
    H2(false, true, true, false, false, true),
    /** MariaDB Connector/J: its {@code getWarnings} asks the server. */
    MARIADB(false, true, true, true, true, true),
    /** MySQL Connector/J: its {@code getWarnings} and {@code getUserName} ask the server. */
    MYSQL(false, true, false, true, true, true),
    /** SQLite: {@code getUpdateCount} reads a field, and {@code next} computes the row. */
    SQLITE(false, true, false, false, false, false),
    /**
     * HSQLDB and Derby: {@code getUpdateCount} reads a field. DuckDB is not included, because it returns its count only
     * once.
     */
    COUNT_IS_KEPT(false, true, false, false, false, false),
    /** Any other driver. */
    OTHER(false, false, false, false, false, false);

    /** Whether {@code Statement.getWarnings} is local and returns warnings. */
    public final boolean warningsAreLocal;
    /** Whether {@code getUpdateCount} returns the same count each time. */
    final boolean updateCountIsKept;
    /** Whether {@code DatabaseMetaData.getUserName} is local. */
    final boolean userNameIsLocal;
    /** Whether the database's schema is JDBC's catalog. */
    public final boolean schemaIsCatalog;
    /**
     * Whether {@code execute} without a fetch size reads all rows from a socket into memory, so that allocated bytes
     * are the result. An embedded H2 also allocates for its engine.
     */
    final boolean resultsAreBuffered;
    /** Whether the driver's URL ends with the database's name; other URLs may have a password there. */
    final boolean urlNamesDatabase;

    DriverTraits(
            boolean warningsAreLocal,
            boolean updateCountIsKept,
            boolean userNameIsLocal,
            boolean schemaIsCatalog,
            boolean resultsAreBuffered,
            boolean urlNamesDatabase) {
        this.warningsAreLocal = warningsAreLocal;
        this.updateCountIsKept = updateCountIsKept;
        this.userNameIsLocal = userNameIsLocal;
        this.schemaIsCatalog = schemaIsCatalog;
        this.resultsAreBuffered = resultsAreBuffered;
        this.urlNamesDatabase = urlNamesDatabase;
    }

    /**
     * Returns whether each {@code next()} may fetch although the result set has no fetch size: SQLite computes rows
     * there, and MySQL streams if the fetch size of its {@code statement} is negative.
     */
    public boolean fetchesEachRow(Statement statement) throws SQLException {
        return this == SQLITE || (this == MYSQL && statement.getFetchSize() < 0);
    }

    /**
     * Returns whether a column of a result is a column of a table rather than an expression, if the driver knows that
     * without asking. PostgreSQL's expressions have the label {@code ?column?}.
     */
    public boolean isOfTable(ResultSetMetaData columns, int index) throws SQLException {
        return switch (this) {
            case POSTGRESQL -> !columns.getColumnLabel(index).equals("?column?");
            case H2, MARIADB, MYSQL -> !columns.getTableName(index).isEmpty();
            default -> false;
        };
    }

    /** Returns the traits of the driver with this name in its metadata. */
    static DriverTraits of(String driverName) {
        String name = driverName.toLowerCase(Locale.ROOT);
        if (name.startsWith("postgresql jdbc")) {
            return POSTGRESQL;
        }
        if (name.startsWith("h2 jdbc")) {
            return H2;
        }
        if (name.startsWith("mariadb connector")) {
            return MARIADB;
        }
        if (name.startsWith("mysql connector")) {
            return MYSQL;
        }
        if (name.startsWith("sqlite")) {
            return SQLITE;
        }
        boolean countIsKept = name.startsWith("hsql database engine") || name.startsWith("apache derby");
        return countIsKept ? COUNT_IS_KEPT : OTHER;
    }
}
