package dev.tollbooth.report;

import dev.tollbooth.statement.Sha256;

/**
 * The text of a digest that a report names.
 *
 * @param keyspace the database
 * @param sqlDigest the hash of the whole normalized text
 * @param normalizedSql normalized text, at most 4 KiB
 */
public record SqlMeta(String keyspace, Sha256 sqlDigest, String normalizedSql) {}
