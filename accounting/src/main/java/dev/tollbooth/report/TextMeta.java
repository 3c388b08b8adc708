package dev.tollbooth.report;

import dev.tollbooth.statement.Sha256;

/**
 * A text and its hash, by which a report names the text.
 *
 * @param keyspace the database
 * @param digest the hash of the whole normalized text, or of the plan
 * @param text normalized SQL, or a plan's operators, tables and indexes without constants; at most 4 KiB
 */
public record TextMeta(String keyspace, Sha256 digest, String text) {}
