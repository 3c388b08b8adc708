package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.digest.DigestCache;
import dev.tollbooth.internal.digest.DigestOptions;
import dev.tollbooth.statement.SqlDialect;
import java.util.function.BiFunction;

/**
 * What an execution is counted as: the digest of its text, and the user whom it is accounted to.
 *
 * <p>Thread-safe, as its parts are.
 *
 * @param digestCaches gives the digest cache of a dialect with its options, always the same one
 * @param users whom a thread's executions are accounted to
 */
public record Attribution(BiFunction<SqlDialect, DigestOptions, DigestCache> digestCaches, CurrentUser users) {

    DigestCache digests(SqlDialect dialect, DigestOptions options) {
        return digestCaches.apply(dialect, options);
    }
}
