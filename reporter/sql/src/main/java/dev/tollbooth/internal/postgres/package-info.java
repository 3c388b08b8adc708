/**
 * The port for psql and PostgreSQL's drivers: a small part of PostgreSQL's protocol, in front of the SQL tables.
 *
 * <p>{@code PostgresPort} accepts clients. Each {@code PostgresSession} has a thread: it runs the login ({@code
 * PostgresLogin}, SCRAM), then the {@code Conversation}. A query goes through {@code StatementFilter} and {@code
 * QueryCheck} to {@code QueryRunner}, which sends the rows. {@code QueryCheck} writes the query's tokens anew, so that
 * H2 can't interpret a quote or comment differently.
 *
 * <p>H2 looks for a cancellation only every 128 or 4,096 rows, and never while it plans. {@code QueryShape} and {@code
 * QueryLevel} therefore bound the planning, and {@code ValueCost} bounds the work for one row. {@code QueryMeter} ends
 * a query that takes too long, that the client cancels, or for which {@code HeapRoom} has no memory. A query that still
 * runs two seconds after it was stopped loses its H2 session ({@code TableConnection.abort}). A thread that continues
 * even then is counted as stuck. Stuck threads hold places only if there are more of them than places.
 */
@NullMarked
package dev.tollbooth.internal.postgres;

import org.jspecify.annotations.NullMarked;
