package dev.tollbooth.internal.figure;

/** How a figure of two sides becomes that of both. */
enum Addition {
    /** It adds up, and can be subtracted. */
    SUM {
        @Override
        long plus(long a, long b) {
            return a + b;
        }
    },
    /** The greater one; what one side had of it can't be subtracted. */
    MOST {
        @Override
        long plus(long a, long b) {
            return Math.max(a, b);
        }
    },
    /** The lesser one, likewise. */
    LEAST {
        @Override
        long plus(long a, long b) {
            return Math.min(a, b);
        }
    },
    /** It follows from other figures. */
    DERIVED {
        @Override
        long plus(long a, long b) {
            throw new IllegalStateException("a derived figure does not add up");
        }
    };

    abstract long plus(long a, long b);
}
