package dev.tollbooth.integration.advice;

import javax.sql.DataSource;

/** A small application. */
@FunctionalInterface
interface Application {
    /** Does the application's work on connections of {@code source}, which is not a pool. */
    void run(DataSource source) throws Exception;

    /** Does the work after a minute; most applications have none. */
    default void goOn(DataSource source) throws Exception {}
}
