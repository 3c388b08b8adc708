/**
 * SQL text to digest: a tokenizer per dialect, the servers' reduction of literals, SHA-256, and a cache in front.
 *
 * <p>The MySQL family follows TiDB's normalizer token for token, so that digests join with {@code statements_summary};
 * PostgreSQL follows what {@code pg_stat_statements} replaces, so that a statement and the server's text of it agree.
 */
@NullMarked
package dev.tollbooth.accounting.digest;

import org.jspecify.annotations.NullMarked;
