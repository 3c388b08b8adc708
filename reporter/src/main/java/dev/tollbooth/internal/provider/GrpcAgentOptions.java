package dev.tollbooth.internal.provider;

/**
 * The options for sending reports to an agent.
 *
 * <p>Thread-safe: immutable.
 *
 * @param address an address such as {@code collector:12020} or {@code [::1]:12020}
 * @param ca a PEM file of trusted certificates, or {@link #SYSTEM}; empty for no TLS
 * @param token the token for the agent; empty for none
 * @param patienceSeconds how long one report waits for the agent
 */
public record GrpcAgentOptions(String address, String ca, String token, int patienceSeconds) {

    /** A shorter time than a sink's, so that a slow agent is a failure instead of an interrupt. */
    private static final int PATIENCE_SECONDS = 30;

    /** The value that trusts the JVM's certificates. */
    public static final String SYSTEM = "system";

    /** Makes options with the longest time limit for the agent's answer. */
    public GrpcAgentOptions(String address, String ca, String token) {
        this(address, ca, token, PATIENCE_SECONDS);
    }

    /** Returns everything but the token. */
    @Override
    public String toString() {
        return "GrpcAgentOptions[address=" + address + ", ca=" + ca + "]";
    }
}
