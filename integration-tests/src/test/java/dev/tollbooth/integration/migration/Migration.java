package dev.tollbooth.integration.migration;

import javax.sql.DataSource;

/** A migration tool that updates a database, in whichever version is on the class path. */
public interface Migration {
    /** Migrates by a URL, as the tool's command line does. */
    void byUrl(String url, String user, String password) throws Exception;

    /** Migrates the database of the application's data source. */
    void byDataSource(DataSource dataSource) throws Exception;
}
