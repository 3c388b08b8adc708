package dev.tollbooth.internal.execution;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

/**
 * The questions that a driver answers from its own memory: no round trip, and no effect that the application sees. Read off the drivers' source; an unknown driver is asked nothing.
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
    /** HSQLDB and Derby: {@code getUpdateCount} reads a field. DuckDB is not among them: it says its count once. */
    COUNT_IS_KEPT(false, true, false, false, false, false),
    /** Any other. */
    OTHER(false, false, false, false, false, false);

    /** Whether {@code Statement.getWarnings} is local and says something. */
    public final boolean warningsAreLocal;
    /** Whether {@code getUpdateCount} may be asked any number of times. */
    final boolean updateCountIsKept;
    /** Whether {@code DatabaseMetaData.getUserName} is local. */
    final boolean userNameIsLocal;
    /** Whether what the database calls a schema is JDBC's catalog. */
    public final boolean schemaIsCatalog;
    /**
     * Whether {@code execute} without a fetch size reads all rows from a socket into memory: what it allocates is then the
     * result. H2 within the JVM allocates what its engine needs, too.
     */
    final boolean resultsAreBuffered;
    /** Whether the driver's URL ends with the database's name; another's may have a password in its place. */
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
     * Returns whether each {@code next()} may fetch although the result set says no fetch size: SQLite computes its rows
     * there, and MySQL streams where the fetch size of its {@code statement} is negative.
     */
    public boolean fetchesEachRow(Statement statement) throws SQLException {
        return this == SQLITE || (this == MYSQL && statement.getFetchSize() < 0);
    }

    /** Returns the traits of the driver whose metadata say {@code driverName}. */
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
