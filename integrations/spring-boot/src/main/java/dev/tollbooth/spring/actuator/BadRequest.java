package dev.tollbooth.spring.actuator;

import dev.tollbooth.internal.settings.ErrorText;

/** An error in a request; the message has the wrong value and the allowed ones. */
final class BadRequest extends RuntimeException {

    private static final long serialVersionUID = 1;

    BadRequest(String message) {
        super(message, null, false, false);
    }

    static BadRequest of(String parameter, String value, String remedy) {
        return new BadRequest("bad " + parameter + ": " + parameter + "=" + ErrorText.value(value) + "; " + remedy);
    }
}
