package dev.tollbooth.integration.database;

/** A database of the tests, with the class name of its driver. */
public enum Database {
    H2("org.h2.Driver"),
    POSTGRESQL_14("org.postgresql.Driver"),
    POSTGRESQL_18("org.postgresql.Driver"),
    MARIADB("org.mariadb.jdbc.Driver");

    private final String driverClass;

    Database(String driverClass) {
        this.driverClass = driverClass;
    }

    /** Returns the class name of the database's own JDBC driver. */
    public String driverClass() {
        return driverClass;
    }

    /** Returns whether this is any version of PostgreSQL. */
    public boolean isPostgresql() {
        return this == POSTGRESQL_14 || this == POSTGRESQL_18;
    }
}
