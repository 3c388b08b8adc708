package dev.tollbooth.internal.ru.postgres;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.spi.Plan;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The plan that each statement ran in last: what an execution is credited to whose own plan comes later. Bounded.
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

    /** Returns the plan of this text, the same object as long as the statement keeps to it. */
    Plan of(TextDigest digest, String text) {
        Plan last = plans.get(digest);
        if (last != null && last.text().equals(text)) {
            return last;
        }
        Plan plan = Plan.of(text);
        if (plans.size() >= MOST) {
            plans.clear(); // rare: what is in use comes back with its next execution
        }
        plans.put(digest, plan);
        return plan;
    }

    /** Returns the bytes held, about; digests and texts may be another's too. */
    long bytes() {
        long bytes = 0;
        for (Plan plan : plans.values()) {
            bytes += ENTRY_BYTES + plan.text().length();
        }
        return bytes;
    }
}
