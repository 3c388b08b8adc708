package dev.tollbooth.report;

/** The widths of time that a consumer can ask figures for, the finest first. */
public enum ItemInterval {
    /** Four figures a minute. */
    SECONDS_15(15),
    /** Two figures a minute. */
    SECONDS_30(30),
    /** One figure a minute. */
    SECONDS_60(60);

    private final int seconds;

    ItemInterval(int seconds) {
        this.seconds = seconds;
    }

    /** {@return the width in seconds} */
    public int seconds() {
        return seconds;
    }

    /**
     * {@return the finer of the two}
     *
     * @param other what another consumer asks for
     */
    public ItemInterval finest(ItemInterval other) {
        return seconds <= other.seconds ? this : other;
    }

    /**
     * {@return the interval of this many seconds}
     *
     * @param seconds 15, 30 or 60
     * @throws IllegalArgumentException if it is not 15, 30 or 60
     */
    public static ItemInterval ofSeconds(int seconds) {
        for (ItemInterval interval : values()) {
            if (interval.seconds == seconds) {
                return interval;
            }
        }
        throw new IllegalArgumentException("no such interval: seconds=" + seconds + ", use 15, 30 or 60");
    }
}
