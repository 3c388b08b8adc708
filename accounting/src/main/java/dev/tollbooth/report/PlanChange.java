package dev.tollbooth.report;

import dev.tollbooth.statement.Sha256;

/**
 * A statement that spends its request units in another plan than before.
 *
 * @param keyspace the database
 * @param sqlDigest the statement
 * @param before the plan that spent the most in the last window that knew one
 * @param now the plan that spends the most
 * @param atEpochSeconds begin of the first item in which it runs in that plan, seconds since 1970 UTC
 */
public record PlanChange(String keyspace, Sha256 sqlDigest, Sha256 before, Sha256 now, long atEpochSeconds) {}
