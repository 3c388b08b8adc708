/**
 * Answers questions to {@code pg_catalog} and {@code information_schema} that clients ask on their own: a small reader of
 * PostgreSQL's SELECT over a catalog of a few hundred rows in memory, each step of which is counted. H2 never sees such a text.
 */
@NullMarked
package dev.tollbooth.internal.postgres.catalog;

import org.jspecify.annotations.NullMarked;
