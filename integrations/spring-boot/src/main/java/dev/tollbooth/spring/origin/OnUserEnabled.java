package dev.tollbooth.spring.origin;

import dev.tollbooth.spring.OnSwitch;
import dev.tollbooth.spring.StarterSettings;

/** {@code tollbooth.spring.user}. */
final class OnUserEnabled extends OnSwitch {

    OnUserEnabled() {
        super(StarterSettings.USER);
    }
}
