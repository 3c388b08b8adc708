package dev.tollbooth.spring;

/** {@code tollbooth.spring.origin.tasks}. */
final class OnTaskOriginEnabled extends OnSwitch {

    OnTaskOriginEnabled() {
        super(StarterSettings.TASK_ORIGIN);
    }
}
