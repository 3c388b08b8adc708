package dev.tollbooth.internal.topru;

import dev.tollbooth.internal.cost.IncrementSource;
import dev.tollbooth.internal.cost.RuTotals;

/** A planted fault, which the conservation test has to find. */
enum Fault {
    NONE,
    /** Forgets an increment of a tick now and then. */
    LOST_FINISH {
        @Override
        IncrementSource source(IncrementSource sessions) {
            return new FaultySource(sessions, 0);
        }
    },
    /** Adds an increment of a tick twice now and then. */
    DOUBLE_TICK {
        @Override
        IncrementSource source(IncrementSource sessions) {
            return new FaultySource(sessions, 2);
        }
    },
    /** Forgets the keys that top-N does not keep. */
    OTHERS_DROPPED {
        @Override
        TierLimits.Fold fold() {
            return (others, folded) -> {};
        }
    },
    /** Adds keys that top-N does not keep to the others, but forgets their origins. */
    ORIGINS_DROPPED {
        @Override
        TierLimits.Fold fold() {
            return RuTotals::addSums;
        }
    },
    /** Ignores one closed window. */
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
