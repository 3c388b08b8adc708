package dev.tollbooth.internal.figure;

/** A rule that combines two values of a figure, such as those of two rows or two instances. */
public enum Addition {
    /** The sum, which can be subtracted. */
    SUM,
    /** The greater value, which can't be subtracted. */
    MOST,
    /** The lesser value, which can't be subtracted. */
    LEAST,
    /** A value that is computed from other figures, and is never combined. */
    DERIVED;

    long plus(long a, long b) {
        return switch (this) {
            case SUM -> a + b;
            case MOST -> Math.max(a, b);
            case LEAST -> Math.min(a, b);
            case DERIVED -> throw new IllegalStateException("a derived figure does not add up");
        };
    }
}
