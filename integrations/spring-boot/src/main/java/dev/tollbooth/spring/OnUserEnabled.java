package dev.tollbooth.spring;

/** {@code tollbooth.spring.user}. */
final class OnUserEnabled extends OnSwitch {

    OnUserEnabled() {
        super(StarterSettings.USER);
    }
}
