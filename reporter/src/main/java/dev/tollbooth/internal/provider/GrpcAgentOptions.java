package dev.tollbooth.internal.provider;

/**
 * An agent that reports are sent to.
 *
 * <p>Thread-safe: immutable.
 *
 * @param address such as {@code collector:12020} or {@code [::1]:12020}
 * @param ca PEM file of the certificates that are trusted, or {@link #SYSTEM}; empty: without TLS
 * @param token what the agent is told; empty: nothing
 * @param patienceSeconds how long one report waits for the agent
 */
public record GrpcAgentOptions(String address, String ca, String token, int patienceSeconds) {

    /** Less than a sink has, so that a slow agent is a failure of its own and not an interrupt. */
    private static final int PATIENCE_SECONDS = 30;

    /** Trusts whom this JVM trusts. */
    public static final String SYSTEM = "system";

    /** An agent that each report waits for as long as it can. */
    public GrpcAgentOptions(String address, String ca, String token) {
        this(address, ca, token, PATIENCE_SECONDS);
    }

    /** Returns everything but the token. */
    @Override
    public String toString() {
        return "GrpcAgentOptions[address=" + address + ", ca=" + ca + "]";
    }
}
