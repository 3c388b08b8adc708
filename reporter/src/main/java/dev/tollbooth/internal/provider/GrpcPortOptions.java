package dev.tollbooth.internal.provider;

/**
 * Where subscribers connect, and who may.
 *
 * <p>Thread-safe: immutable.
 *
 * @param port 1 to 65535, or 0 for a free one
 * @param host the address that is listened on; all but loopback needs the three others
 * @param token what subscribers must name; empty: nothing
 * @param certificate PEM file of the certificate and its issuers; empty: without TLS
 * @param key PEM file of its key; empty: without TLS
 */
public record GrpcPortOptions(int port, String host, String token, String certificate, String key) {

    /** The loopback address, whatever the machine calls it. */
    public static final String LOOPBACK = "localhost";

    /** Returns what is listened on, as the setting {@code grpc.listen} says it. */
    public String address() {
        return host.equals(LOOPBACK) ? Integer.toString(port) : host + ":" + port;
    }

    /** Returns everything but the token. */
    @Override
    public String toString() {
        return "GrpcPortOptions[port=" + port + ", host=" + host + ", certificate=" + certificate + ", key=" + key
                + "]";
    }
}
