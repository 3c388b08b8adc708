package dev.tollbooth.spring.origin;

import dev.tollbooth.spring.OnSwitch;
import dev.tollbooth.spring.StarterSettings;

/** {@code tollbooth.spring.origin.listeners}. */
final class OnListenerOriginEnabled extends OnSwitch {

    OnListenerOriginEnabled() {
        super(StarterSettings.LISTENER_ORIGIN);
    }
}
