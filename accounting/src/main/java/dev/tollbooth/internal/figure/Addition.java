package dev.tollbooth.internal.figure;

/** The rule by which a figure of two sides is combined. */
public enum Addition {
    /** The sum, which can be subtracted. */
    SUM {
        @Override
        long plus(long a, long b) {
            return a + b;
        }
    },
    /** The greater value, which can't be subtracted. */
    MOST {
        @Override
        long plus(long a, long b) {
            return Math.max(a, b);
        }
    },
    /** The lesser value, which can't be subtracted. */
    LEAST {
        @Override
        long plus(long a, long b) {
            return Math.min(a, b);
        }
    },
    /** A value that follows from other figures. */
    DERIVED {
        @Override
        long plus(long a, long b) {
            throw new IllegalStateException("a derived figure does not add up");
        }
    };

    abstract long plus(long a, long b);
}
