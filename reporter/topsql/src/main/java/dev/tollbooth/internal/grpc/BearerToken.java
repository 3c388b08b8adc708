package dev.tollbooth.internal.grpc;

import io.grpc.Metadata;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * The token in the metadata {@code authorization: Bearer TOKEN}.
 *
 * <p>Thread-safe: immutable. Its text is never shown.
 */
final class BearerToken {

    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
    private static final String SCHEME = "Bearer ";

    private final String token;

    /**
     * Makes credentials of {@code token}; an empty token sends none.
     *
     * @param setting the setting with the token
     * @throws IllegalStateException if metadata can't carry it
     */
    BearerToken(String token, String setting) {
        if (!token.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new IllegalStateException(
                    "token that no metadata can carry: " + setting + "; use printable ASCII without spaces");
        }
        this.token = token;
    }

    /** Returns whether {@code headers} contain the token, in constant time; always true without a token. */
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

    /** Returns the headers of a call with the token. */
    Metadata headers() {
        Metadata headers = new Metadata();
        if (!token.isEmpty()) {
            headers.put(AUTHORIZATION, SCHEME + token);
        }
        return headers;
    }
}
