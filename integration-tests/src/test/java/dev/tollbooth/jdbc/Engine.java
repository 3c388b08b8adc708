package dev.tollbooth.jdbc;

import dev.tollbooth.internal.instance.Instance;

/** Lets a test look behind the public handle. */
public final class Engine {

    private Engine() {}

    /** Returns the parts of {@code tollbooth}. */
    public static Instance of(Tollbooth tollbooth) {
        return tollbooth.instance();
    }
}
