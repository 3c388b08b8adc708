package dev.tollbooth.internal.figure;

/** The unit of a figure, and the ending of its key in JSON. */
public enum FigureUnit {
    /** A number of things. */
    COUNT(""),
    /** A duration. */
    NANOS("Nanos"),
    /** An amount of memory or data. */
    BYTES("Bytes"),
    /** Request units. */
    RU(""),
    /** A time in seconds since 1970 UTC. */
    EPOCH_SECONDS("Sec");

    private final String suffix;

    FigureUnit(String suffix) {
        this.suffix = suffix;
    }

    String suffix() {
        return suffix;
    }
}
