package dev.tollbooth.internal.postgres;

import dev.tollbooth.internal.postgres.wire.PostgresException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The server's side of one SCRAM-SHA-256 login, without channel binding. Not thread-safe.
 */
final class ScramExchange {

    static final String MECHANISM = "SCRAM-SHA-256";

    private final ScramSecret secret;
    private final String serverNonce;
    private String header = "";
    private String nonce = "";
    private String firstMessages = "";

    /** Makes an exchange; {@code serverNonce} must be printable, without a comma, and never be reused. */
    ScramExchange(ScramSecret secret, String serverNonce) {
        this.secret = secret;
        this.serverNonce = serverNonce;
    }

    /** Returns the answer to the client's first message. */
    String first(String message) throws PostgresException {
        int end = message.indexOf(',', 2);
        if (end < 0 || !(message.startsWith("n,") || message.startsWith("y,"))) {
            throw PostgresException.malformed("SCRAM with channel binding, or no SCRAM at all");
        }
        header = message.substring(0, end + 1);
        String bare = message.substring(end + 1);
        int atNonce = bare.indexOf(",r=");
        if (!bare.startsWith("n=") || atNonce < 0) {
            throw PostgresException.malformed("SCRAM's first message without name or nonce");
        }
        nonce = beforeComma(bare.substring(atNonce + 3)) + serverNonce;
        String answer = "r=" + nonce + ",s=" + Base64.getEncoder().encodeToString(secret.salt()) + ",i="
                + ScramSecret.ITERATIONS;
        firstMessages = bare + "," + answer;
        return answer;
    }

    private static String beforeComma(String text) {
        int comma = text.indexOf(',');
        return comma < 0 ? text : text.substring(0, comma);
    }

    /** Checks the client's proof in its last message. Returns the server's proof, or null for a wrong password. */
    @Nullable
    String last(String message) throws PostgresException {
        String binding = Base64.getEncoder().encodeToString(header.getBytes(StandardCharsets.UTF_8));
        int atProof = message.lastIndexOf(",p=");
        if (!message.startsWith("c=" + binding + ",r=" + nonce) || nonce.isEmpty() || atProof < 0) {
            throw PostgresException.malformed("SCRAM's last message does not fit its first");
        }
        String authMessage = firstMessages + "," + message.substring(0, atProof);
        byte[] proof;
        try {
            proof = Base64.getDecoder().decode(message.substring(atProof + 3));
        } catch (IllegalArgumentException e) {
            throw PostgresException.malformed("SCRAM's proof is not base64");
        }
        return secret.accepts(proof, authMessage)
                ? "v=" + Base64.getEncoder().encodeToString(secret.serverSignature(authMessage))
                : null;
    }
}
