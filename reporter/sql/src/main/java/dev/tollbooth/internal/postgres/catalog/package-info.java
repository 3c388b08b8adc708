/**
 * The catalog, which answers the queries to {@code pg_catalog} and {@code information_schema} that clients send on
 * their own. A small interpreter of PostgreSQL's SELECT reads a few hundred rows in memory, and its steps are limited.
 * H2 sees only the answer, as constants.
 */
@NullMarked
package dev.tollbooth.internal.postgres.catalog;

import org.jspecify.annotations.NullMarked;
