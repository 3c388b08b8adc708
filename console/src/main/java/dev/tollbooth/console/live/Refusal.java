package dev.tollbooth.console.live;

/** A request that is not served. */
final class Refusal extends Exception {

    private final int status;

    /** {@code text} is of our own words. */
    Refusal(int status, String text) {
        super(text, null, false, false);
        this.status = status;
    }

    PageAnswer answer() {
        PageAnswer answer = PageAnswer.error(status, String.valueOf(getMessage()));
        return status == 429 ? answer.with("Retry-After", "60") : answer;
    }
}
