package dev.tollbooth.spring;

/** {@code tollbooth.spring.origin}. */
final class OnOriginEnabled extends OnSwitch {

    OnOriginEnabled() {
        super(StarterSettings.ORIGIN);
    }
}
