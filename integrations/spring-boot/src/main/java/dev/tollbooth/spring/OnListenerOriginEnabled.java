package dev.tollbooth.spring;

/** {@code tollbooth.spring.origin.listeners}. */
final class OnListenerOriginEnabled extends OnSwitch {

    OnListenerOriginEnabled() {
        super(StarterSettings.LISTENER_ORIGIN);
    }
}
