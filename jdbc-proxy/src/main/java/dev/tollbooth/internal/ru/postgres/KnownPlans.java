package dev.tollbooth.internal.ru.postgres;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.spi.Plan;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The last plan of each statement, for executions whose own plan is reported later. All plans are dropped when there
 * are {@value #MOST}.
 *
 * <p>Thread-safe.
 */
final class KnownPlans {

    private static final int MOST = 512;
    /** The bytes of a map's node, a plan and its digest. */
    private static final int ENTRY_BYTES = 200;

    private final ConcurrentHashMap<TextDigest, Plan> plans = new ConcurrentHashMap<>();

    @Nullable
    Plan last(TextDigest digest) {
        return plans.get(digest);
    }

    /** Returns the plan with this text, the same object while it is the statement's last plan. */
    Plan of(TextDigest digest, String text) {
        Plan last = plans.get(digest);
        if (last != null && last.text().equals(text)) {
            return last;
        }
        Plan plan = Plan.of(text);
        if (plans.size() >= MOST) {
            plans.clear(); // rare: used plans return with their next execution
        }
        plans.put(digest, plan);
        return plan;
    }

    /** Returns the approximate bytes; digests and texts may be shared. */
    long bytes() {
        long bytes = 0;
        for (Plan plan : plans.values()) {
            bytes += ENTRY_BYTES + plan.text().length();
        }
        return bytes;
    }
}
