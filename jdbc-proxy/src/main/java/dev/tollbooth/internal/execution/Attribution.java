package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.budget.Budgets;
import dev.tollbooth.internal.digest.DigestCache;
import dev.tollbooth.internal.digest.DigestOptions;
import dev.tollbooth.internal.observe.ThreadObservers;
import dev.tollbooth.internal.origin.CurrentOrigin;
import dev.tollbooth.statement.SqlDialect;
import java.util.function.BiFunction;

/**
 * The digest, user and origin that an execution is counted under.
 *
 * <p>Thread-safe, as its parts are.
 *
 * @param digestCaches gives the digest cache of a dialect with its options, always the same one
 * @param users whom a thread's executions are accounted to
 * @param observers who observes a thread's executions one by one
 * @param origins who in the code they are from
 * @param budgets what users may spend
 * @param database what the connections are to
 */
public record Attribution(
        BiFunction<SqlDialect, DigestOptions, DigestCache> digestCaches,
        CurrentUser users,
        ThreadObservers observers,
        CurrentOrigin origins,
        Budgets budgets,
        KnownDatabase database) {

    /** Begins without knowledge of a database. */
    public Attribution(
            BiFunction<SqlDialect, DigestOptions, DigestCache> digestCaches,
            CurrentUser users,
            ThreadObservers observers,
            CurrentOrigin origins,
            Budgets budgets) {
        this(digestCaches, users, observers, origins, budgets, new KnownDatabase());
    }

    /** Takes note of a connection's database: its product, and the driver's own URL, empty where that is not known. */
    public void connected(String product, String url) {
        database.note(product, url);
    }

    DigestCache digests(SqlDialect dialect, DigestOptions options) {
        return digestCaches.apply(dialect, options);
    }
}
