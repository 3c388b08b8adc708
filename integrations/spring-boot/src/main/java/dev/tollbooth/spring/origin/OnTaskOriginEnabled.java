package dev.tollbooth.spring.origin;

import dev.tollbooth.spring.OnSwitch;
import dev.tollbooth.spring.StarterSettings;

/** {@code tollbooth.spring.origin.tasks}. */
final class OnTaskOriginEnabled extends OnSwitch {

    OnTaskOriginEnabled() {
        super(StarterSettings.TASK_ORIGIN);
    }
}
