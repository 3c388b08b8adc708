package dev.tollbooth.jdbc;

/** Lets a test look behind the public handle. */
public final class Engine {

    private Engine() {}

    /** Returns the parts of {@code tollbooth}. */
    public static Instance of(Tollbooth tollbooth) {
        return tollbooth.instance();
    }
}
