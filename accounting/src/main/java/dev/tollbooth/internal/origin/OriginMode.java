package dev.tollbooth.internal.origin;

import java.util.Locale;

/** The source of origins: the values of {@code tollbooth.origin}. */
public enum OriginMode {
    /** No origins. */
    OFF,
    /** Origins named by the application or its framework. */
    SCOPE,
    /** Named origins as in {@link #SCOPE}; outside of scopes, sampled call sites. */
    CALLSITE,
    /** Named origins as in {@link #SCOPE}; outside of scopes, the name of OpenTelemetry's current span. */
    SPAN;

    /**
     * Returns the mode with a name in lower case, as in the setting.
     *
     * @throws IllegalArgumentException if there is no such mode
     */
    public static OriginMode named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }
}
