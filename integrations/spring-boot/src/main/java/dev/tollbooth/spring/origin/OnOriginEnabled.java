package dev.tollbooth.spring.origin;

import dev.tollbooth.spring.OnSwitch;
import dev.tollbooth.spring.StarterSettings;

/** The condition {@code tollbooth.spring.origin} of all origins. */
final class OnOriginEnabled extends OnSwitch {

    OnOriginEnabled() {
        super(StarterSettings.ORIGIN);
    }
}
