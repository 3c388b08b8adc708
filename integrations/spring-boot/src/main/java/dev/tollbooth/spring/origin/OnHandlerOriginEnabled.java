package dev.tollbooth.spring.origin;

import dev.tollbooth.spring.OnSwitch;
import dev.tollbooth.spring.StarterSettings;

/** {@code tollbooth.spring.origin.handlers}. */
final class OnHandlerOriginEnabled extends OnSwitch {

    OnHandlerOriginEnabled() {
        super(StarterSettings.HANDLER_ORIGIN);
    }
}
