package dev.tollbooth.integration.advice;

import javax.sql.DataSource;

/** A small application. */
@FunctionalInterface
interface Application {
    /** Does its work on connections of {@code source}, which is not a pool. */
    void run(DataSource source) throws Exception;

    /** Does what comes after a minute; nothing, in most applications. */
    default void goOn(DataSource source) throws Exception {}
}
