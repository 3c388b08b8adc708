package dev.tollbooth.internal.ru.tidb;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.spi.Plan;
import dev.tollbooth.statement.Sha256;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The plans of digests in TiDB's {@code statements_summary}; each is asked for at most once per interval.
 *
 * <p>Thread-safe. At {@value #MAX_DIGESTS} digests, all plans are dropped and asked for again. No lock is held while
 * the server is asked.
 */
final class TidbPlans {

    private static final int MAX_DIGESTS = 1_000;
    /** The bytes of a map's node, its key, an answer and the plan's digest. */
    private static final int ENTRY_BYTES = 300;

    private final Ticker ticker;
    private final long refreshNanos;

    @GuardedBy("this")
    private final Map<Sha256, Asked> asked = new HashMap<>();

    TidbPlans(Ticker ticker, long refreshNanos) {
        this.ticker = ticker;
        this.refreshNanos = refreshNanos;
    }

    /** The server's answer, and the time of the question. */
    private record Asked(@Nullable Plan plan, long nanos) {}

    /**
     * Returns the plan of a digest, null if unknown; this may query the server, so the statement's info must have been
     * read before.
     */
    @Nullable
    Plan of(TextDigest digest, TidbQuestions questions, int maxRows) throws SQLException {
        Sha256 key = digest.sha256();
        synchronized (this) {
            Asked known = asked.get(key);
            long now = ticker.nanoTime();
            if (known != null && now - known.nanos < refreshNanos) {
                return known.plan;
            }
            if (known == null && asked.size() >= MAX_DIGESTS) {
                asked.clear();
            }
            // other threads use the known plan until this one has its answer
            asked.put(key, new Asked(known == null ? null : known.plan, now));
        }
        Plan plan = questions.plan(digest, maxRows);
        synchronized (this) {
            asked.put(key, new Asked(plan, ticker.nanoTime()));
        }
        return plan;
    }

    /** Returns the approximate bytes; the texts of plans may be shared. */
    synchronized long bytes() {
        long bytes = 0;
        for (Asked answer : asked.values()) {
            Plan plan = answer.plan;
            bytes += ENTRY_BYTES + (plan == null ? 0 : plan.text().length());
        }
        return bytes;
    }
}
