package dev.tollbooth.report;

import dev.tollbooth.statement.Sha256;

/**
 * A statement whose most expensive plan has changed.
 *
 * @param keyspace the database
 * @param sqlDigest the statement
 * @param before the most expensive plan in the last window with a known plan
 * @param now the most expensive plan in this window
 * @param atEpochSeconds start of the first item with the new plan, in seconds since 1970 UTC
 */
public record PlanChange(String keyspace, Sha256 sqlDigest, Sha256 before, Sha256 now, long atEpochSeconds) {}
