package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.budget.Budgets;
import dev.tollbooth.internal.digest.DigestCache;
import dev.tollbooth.internal.digest.DigestOptions;
import dev.tollbooth.internal.observe.ThreadObservers;
import dev.tollbooth.internal.origin.CurrentOrigin;
import dev.tollbooth.statement.SqlDialect;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/**
 * The digest, user and origin that an execution is counted under.
 *
 * <p>Thread-safe, as its parts are.
 *
 * @param digestCaches a function that returns the digest cache of a dialect and options, always the same one
 * @param users the users of threads
 * @param observers the observers of threads
 * @param origins the origins of threads
 * @param budgets the budgets of users
 * @param connected a consumer of each connection's database: its product, and the driver's own URL, empty if unknown
 */
public record Attribution(
        BiFunction<SqlDialect, DigestOptions, DigestCache> digestCaches,
        CurrentUser users,
        ThreadObservers observers,
        CurrentOrigin origins,
        Budgets budgets,
        BiConsumer<String, String> connected) {

    DigestCache digests(SqlDialect dialect, DigestOptions options) {
        return digestCaches.apply(dialect, options);
    }
}
