package dev.tollbooth.report;

import dev.tollbooth.statement.Sha256;

/**
 * The text of a plan that a report names.
 *
 * @param keyspace the database
 * @param planDigest the hash that records name it by
 * @param normalizedPlan operators, tables and indexes without constants, at most 4 KiB
 */
public record PlanMeta(String keyspace, Sha256 planDigest, String normalizedPlan) {}
