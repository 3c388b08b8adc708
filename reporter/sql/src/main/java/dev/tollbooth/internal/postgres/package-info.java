/**
 * The port for psql and PostgreSQL's drivers: a small part of that protocol, in front of the SQL tables.
 *
 * <p>{@code PostgresPort} accepts clients, and each {@code PostgresSession} is a thread: login ({@code PostgresLogin},
 * SCRAM), then {@code Conversation}. A query goes through {@code StatementFilter} and {@code QueryCheck} to {@code
 * QueryRunner}, and comes back as rows. {@code QueryCheck} writes its tokens anew so that H2 can't read a quote or
 * comment in another way.
 *
 * <p>H2 looks for a cancellation only every 128 or 4,096 rows, and never while it plans. {@code QueryShape} and {@code
 * QueryLevel} therefore bound the planning, and {@code ValueCost} bounds the work for one row. {@code QueryMeter} ends
 * a query by time, by the client's wish, or when {@code HeapRoom} runs out. A query that runs two seconds after it was
 * stopped loses its H2 session ({@code TableConnection.abort}). A thread that continues even then is listed in {@code
 * Problems} and holds no place.
 */
@NullMarked
package dev.tollbooth.internal.postgres;

import org.jspecify.annotations.NullMarked;
