package dev.tollbooth.internal.http;

import java.util.Map;

/** An exception that rejects a request, with the status and the reason for its client. */
public final class Refusal extends Exception {

    private final int status;
    private final int retrySeconds;

    /** Makes a final rejection; {@code text} must not need escapes in JSON. */
    public Refusal(int status, String text) {
        this(status, text, 0);
    }

    private Refusal(int status, String text, int retrySeconds) {
        super(text, null, false, false);
        this.status = status;
        this.retrySeconds = retrySeconds;
    }

    /** Returns a temporary rejection; the client may retry after {@code retrySeconds}. */
    public static Refusal until(int status, int retrySeconds, String text) {
        return new Refusal(status, text, retrySeconds);
    }

    /** Returns the response for the client. */
    public HttpResponse response() {
        HttpResponse response = HttpResponse.error(status, String.valueOf(getMessage()));
        return retrySeconds == 0 ? response : response.with(Map.of("Retry-After", Integer.toString(retrySeconds)));
    }
}
