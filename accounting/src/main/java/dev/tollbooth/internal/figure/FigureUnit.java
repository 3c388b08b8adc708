package dev.tollbooth.internal.figure;

/** What a figure is counted in, and how its key in JSON ends. */
public enum FigureUnit {
    /** Things. */
    COUNT(""),
    /** Time. */
    NANOS("Nanos"),
    /** Memory or data. */
    BYTES("Bytes"),
    /** Request units. */
    RU(""),
    /** A moment: seconds since 1970 UTC. */
    EPOCH_SECONDS("Sec");

    private final String suffix;

    FigureUnit(String suffix) {
        this.suffix = suffix;
    }

    String suffix() {
        return suffix;
    }
}
