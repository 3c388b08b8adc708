package dev.tollbooth.internal.grpc;

/**
 * An agent that reports are sent to.
 *
 * <p>Thread-safe: immutable.
 *
 * @param address such as {@code collector:12020} or {@code [::1]:12020}
 * @param ca PEM file of the certificates that are trusted, or {@link #SYSTEM}; empty: without TLS
 * @param token what the agent is told; empty: nothing
 */
public record GrpcAgentOptions(String address, String ca, String token) {

    /** Trusts whom this JVM trusts. */
    public static final String SYSTEM = "system";

    /** Returns everything but the token. */
    @Override
    public String toString() {
        return "GrpcAgentOptions[address=" + address + ", ca=" + ca + "]";
    }
}
