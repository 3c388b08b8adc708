package dev.tollbooth.reporter.jmx;

import dev.tollbooth.accounting.digest.Sha256;

/**
 * A statement that spends its request units in another plan than before.
 *
 * @param keyspace the database
 * @param before the plan that spent the most in the last window that knew one
 * @param now the plan that spends the most
 */
record PlanChange(String keyspace, Sha256 sqlDigest, Sha256 before, Sha256 now) {}
