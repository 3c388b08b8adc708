package dev.tollbooth.benchmarks.noop;

import java.sql.Connection;
import java.sql.DatabaseMetaData;

/** The metadata that wrappers read when they connect. */
abstract class NoopMetaData implements DatabaseMetaData {

    private final NoopConnection connection;
    private final String url;

    NoopMetaData(NoopConnection connection, String url) {
        this.connection = connection;
        this.url = url;
    }

    @Override
    public Connection getConnection() {
        return connection;
    }

    @Override
    public String getURL() {
        return url;
    }

    @Override
    public String getUserName() {
        return "nobody";
    }

    @Override
    public String getDatabaseProductName() {
        return "Noop";
    }

    @Override
    public String getDatabaseProductVersion() {
        return "1.0";
    }

    @Override
    public String getDriverName() {
        return "Noop";
    }

    @Override
    public String getDriverVersion() {
        return "1.0";
    }
}
