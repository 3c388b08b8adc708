package dev.tollbooth.internal.figure;

/** A rule that combines two values of a figure, such as those of two rows or two instances. */
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
    /** A value that is computed from other figures, and is never combined. */
    DERIVED {
        @Override
        long plus(long a, long b) {
            throw new IllegalStateException("a derived figure does not add up");
        }
    };

    abstract long plus(long a, long b);
}
