package dev.tollbooth.internal.grpc;

import io.grpc.Metadata;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * The token in the metadata {@code authorization: Bearer TOKEN}.
 *
 * <p>Thread-safe: immutable.
 */
final class BearerToken {

    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
    private static final String SCHEME = "Bearer ";

    private final String token;

    /**
     * Checks {@code token}; an empty token means that none is required or sent.
     *
     * @param setting the name of the setting that has the token, for the message
     * @throws IllegalStateException if metadata can't carry the token
     */
    BearerToken(String token, String setting) {
        if (!token.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new IllegalStateException(
                    "token that no metadata can carry: " + setting + "; use printable ASCII without spaces");
        }
        this.token = token;
    }

    /**
     * Returns whether {@code headers} contain the token; compares in constant time. Always true if the token is empty.
     */
    boolean isIn(Metadata headers) {
        if (token.isEmpty()) {
            return true;
        }
        String said = headers.get(AUTHORIZATION);
        return said != null
                && said.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                && MessageDigest.isEqual(
                        said.substring(SCHEME.length()).getBytes(StandardCharsets.UTF_8),
                        token.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the headers of a call, with the token unless it is empty. */
    Metadata headers() {
        Metadata headers = new Metadata();
        if (!token.isEmpty()) {
            headers.put(AUTHORIZATION, SCHEME + token);
        }
        return headers;
    }
}
