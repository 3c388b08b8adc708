package dev.tollbooth.internal.origin;

import java.util.Locale;

/** Where origins are from: the values of {@code tollbooth.origin}. */
public enum OriginMode {
    /** There are none. */
    OFF,
    /** Origins that the application or its framework has named. */
    SCOPE,
    /** As {@link #SCOPE}; outside of scopes the place in the application's code, by a sample. */
    CALLSITE,
    /** As {@link #SCOPE}; outside of scopes the name of the current span of OpenTelemetry. */
    SPAN;

    /** Returns the mode of that name in lower case. */
    public static OriginMode named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }
}
