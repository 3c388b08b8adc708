package dev.tollbooth.internal.topru;

import dev.tollbooth.internal.cost.IncrementSource;
import dev.tollbooth.internal.cost.RuTotals;

/** A fault that is planted between the parts, to show that the conservation test would find it. */
enum Fault {
    NONE,
    /** Now and then an increment that a tick took is forgotten. */
    LOST_FINISH {
        @Override
        IncrementSource source(IncrementSource sessions) {
            return new FaultySource(sessions, 0);
        }
    },
    /** Now and then a tick gives an increment twice. */
    DOUBLE_TICK {
        @Override
        IncrementSource source(IncrementSource sessions) {
            return new FaultySource(sessions, 2);
        }
    },
    /** What top-N does not keep is forgotten. */
    OTHERS_DROPPED {
        @Override
        TierLimits.Fold fold() {
            return (others, folded) -> {};
        }
    },
    /** What top-N does not keep is added to the others, and its origins are forgotten. */
    ORIGINS_DROPPED {
        @Override
        TierLimits.Fold fold() {
            return RuTotals::addSums;
        }
    },
    /** A closed window does not leave. */
    WINDOW_SKIPPED {
        @Override
        boolean skips(int window) {
            return window == 1;
        }
    };

    IncrementSource source(IncrementSource sessions) {
        return sessions;
    }

    TierLimits.Fold fold() {
        return RuTotals::add;
    }

    boolean skips(int window) {
        return false;
    }
}
