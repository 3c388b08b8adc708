/**
 * Answers the queries to {@code pg_catalog} and {@code information_schema} that clients send on their own. It is a
 * small parser of PostgreSQL's SELECT over a catalog of a few hundred rows in memory, whose steps are counted. H2 never
 * sees such a query.
 */
@NullMarked
package dev.tollbooth.internal.postgres.catalog;

import org.jspecify.annotations.NullMarked;
