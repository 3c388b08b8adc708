package dev.tollbooth.internal.provider;

/**
 * The options of the port for subscribers.
 *
 * <p>Thread-safe: immutable.
 *
 * @param port 1 to 65535, or 0 for a free one
 * @param host the address to listen on; any address but loopback needs a token, a certificate and a key
 * @param token the token that subscribers must send; empty for none
 * @param certificate a PEM file of the certificate and its issuers; empty for no TLS
 * @param key a PEM file of the certificate's key; empty for no TLS
 */
public record GrpcPortOptions(int port, String host, String token, String certificate, String key) {

    /** The host that stands for the loopback address, without a lookup by name. */
    public static final String LOOPBACK = "localhost";

    /** Returns the address in the form of the setting {@code grpc.listen}. */
    public String address() {
        return host.equals(LOOPBACK) ? Integer.toString(port) : host + ":" + port;
    }

    /** Returns all options except the token. */
    @Override
    public String toString() {
        return "GrpcPortOptions[port=" + port + ", host=" + host + ", certificate=" + certificate + ", key=" + key
                + "]";
    }
}
