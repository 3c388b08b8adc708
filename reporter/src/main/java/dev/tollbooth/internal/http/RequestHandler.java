package dev.tollbooth.internal.http;

import java.io.IOException;

/** A handler that responds to the requests of a port. Thread-safe. */
@FunctionalInterface
public interface RequestHandler {

    /**
     * Returns the response. Its body is written afterwards, on the same thread.
     *
     * @throws Refusal if the request is rejected
     */
    HttpResponse respond(HttpRequest request) throws IOException, Refusal;

    /** Returns whether the response may be large. A port produces one large response at a time. */
    default boolean isLarge(HttpRequest request) {
        return false;
    }
}
