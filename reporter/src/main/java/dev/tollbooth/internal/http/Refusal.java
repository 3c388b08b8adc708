package dev.tollbooth.internal.http;

import java.util.Map;

/** A request that is refused, with the status and the reason that its client gets. */
public final class Refusal extends Exception {

    private final int status;
    private final int retrySeconds;

    /** Refuses for good; {@code text} is of our own words. */
    public Refusal(int status, String text) {
        this(status, text, 0);
    }

    private Refusal(int status, String text, int retrySeconds) {
        super(text, null, false, false);
        this.status = status;
        this.retrySeconds = retrySeconds;
    }

    /** Refuses for now: the client may ask again after {@code retrySeconds}. */
    public static Refusal until(int status, int retrySeconds, String text) {
        return new Refusal(status, text, retrySeconds);
    }

    /** Returns what the client gets. */
    public HttpResponse response() {
        HttpResponse response = HttpResponse.error(status, String.valueOf(getMessage()));
        return retrySeconds == 0 ? response : response.with(Map.of("Retry-After", Integer.toString(retrySeconds)));
    }
}
