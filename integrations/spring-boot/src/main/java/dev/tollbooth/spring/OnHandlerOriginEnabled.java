package dev.tollbooth.spring;

/** {@code tollbooth.spring.origin.handlers}. */
final class OnHandlerOriginEnabled extends OnSwitch {

    OnHandlerOriginEnabled() {
        super(StarterSettings.HANDLER_ORIGIN);
    }
}
