package dev.tollbooth.internal.provider;

/**
 * The options for sending reports to an agent.
 *
 * <p>Thread-safe: immutable.
 *
 * @param address an address such as {@code collector:12020} or {@code [::1]:12020}
 * @param ca a PEM file of trusted certificates, or {@link #SYSTEM}; empty for no TLS
 * @param token the token for the agent; empty for none
 * @param patienceSeconds the most seconds that the agent has for one report
 */
public record GrpcAgentOptions(String address, String ca, String token, int patienceSeconds) {

    /**
     * The most seconds for one report, fewer than a sink has, so that a slow agent causes a failure instead of an
     * interrupt.
     */
    private static final int PATIENCE_SECONDS = 30;

    /** The value of {@code ca} that stands for the certificates that the JVM trusts. */
    public static final String SYSTEM = "system";

    /** Makes options with 30 seconds for one report. */
    public GrpcAgentOptions(String address, String ca, String token) {
        this(address, ca, token, PATIENCE_SECONDS);
    }

    /** Returns the address and the file of certificates, without the token. */
    @Override
    public String toString() {
        return "GrpcAgentOptions[address=" + address + ", ca=" + ca + "]";
    }
}
