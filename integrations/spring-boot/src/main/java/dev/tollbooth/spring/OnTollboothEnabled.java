package dev.tollbooth.spring;

/** {@code tollbooth.enabled}: a value that is neither on nor off is the engine's to tell of. */
final class OnTollboothEnabled extends OnSwitch {

    OnTollboothEnabled() {
        super("tollbooth.enabled");
    }
}
