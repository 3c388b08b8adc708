package dev.tollbooth.report;

/** The item widths that a consumer can ask for, the finest first. */
public enum ItemInterval {
    /** Four items per minute. */
    SECONDS_15(15),
    /** Two items per minute. */
    SECONDS_30(30),
    /** One item per minute. */
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
     * {@return the shorter of this interval and another}
     *
     * @param other the interval that another consumer asks for
     */
    public ItemInterval finest(ItemInterval other) {
        return seconds <= other.seconds ? this : other;
    }

    /**
     * {@return the interval of {@code seconds}}
     *
     * @param seconds the length: 15, 30 or 60
     * @throws IllegalArgumentException if {@code seconds} is none of these
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
