package dev.tollbooth.jdbc.source;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.digest.Sha256;
import dev.tollbooth.accounting.ru.Plan;
import dev.tollbooth.accounting.time.Ticker;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The plans that TiDB's {@code statements_summary} shows of digests: asked for at most once in ten minutes each.
 *
 * <p>Thread-safe. Bounded: at {@value #MAX_DIGESTS} digests all are forgotten and asked for anew. No lock is held while
 * the server is asked.
 */
final class TidbPlans {

    private static final int MAX_DIGESTS = 1_000;
    private static final long REFRESH_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final Ticker ticker;
    private final Map<Sha256, Asked> asked = new HashMap<>(); // guarded by this

    TidbPlans(Ticker ticker) {
        this.ticker = ticker;
    }

    /** What the server said, and when it was asked. */
    private record Asked(@Nullable Plan plan, long nanos) {}

    /** Returns the plan of a digest, null where it is not known; may ask the server, after its info was read. */
    @Nullable
    Plan of(Digest digest, TidbQuestions questions, int maxRows) throws SQLException {
        Sha256 key = digest.sha256();
        synchronized (this) {
            Asked known = asked.get(key);
            long now = ticker.nanoTime();
            if (known != null && now - known.nanos < REFRESH_NANOS) {
                return known.plan;
            }
            if (known == null && asked.size() >= MAX_DIGESTS) {
                asked.clear();
            }
            // others go on with what was known until this one has its answer
            asked.put(key, new Asked(known == null ? null : known.plan, now));
        }
        Plan plan = questions.plan(digest, maxRows);
        synchronized (this) {
            asked.put(key, new Asked(plan, ticker.nanoTime()));
        }
        return plan;
    }
}
