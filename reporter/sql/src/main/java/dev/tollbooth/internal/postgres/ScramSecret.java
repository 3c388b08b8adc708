package dev.tollbooth.internal.postgres;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secret with which SCRAM-SHA-256 (RFC 5802, RFC 7677) checks a password. The password can't be computed from the
 * secret.
 *
 * <p>SASLprep, the normalization of passwords, is left out, because it changes no ASCII password and few others.
 *
 * <p>Thread-safe: immutable.
 */
final class ScramSecret {

    static final int ITERATIONS = 4096;
    private static final int SALT_BYTES = 16;
    private static final byte[] FIRST_BLOCK = {0, 0, 0, 1};

    private final byte[] salt;
    private final byte[] storedKey;
    private final byte[] serverKey;

    private ScramSecret(byte[] salt, byte[] storedKey, byte[] serverKey) {
        this.salt = salt;
        this.storedKey = storedKey;
        this.serverKey = serverKey;
    }

    /** Returns the secret of {@code password} with a random salt. */
    static ScramSecret of(String password) {
        byte[] salt = new byte[SALT_BYTES];
        new SecureRandom().nextBytes(salt);
        return of(password, salt);
    }

    static ScramSecret of(String password, byte[] salt) {
        byte[] salted = saltedPassword(password.getBytes(StandardCharsets.UTF_8), salt);
        return new ScramSecret(salt.clone(), sha256(hmac(salted, "Client Key")), hmac(salted, "Server Key"));
    }

    /**
     * Returns a secret that rejects every password. Its salt is always the same for {@code user}, so that clients can't
     * find out which users exist.
     */
    static ScramSecret ofNobody(String user, byte[] doorSecret) {
        byte[] salt = new byte[SALT_BYTES];
        System.arraycopy(hmac(doorSecret, user), 0, salt, 0, SALT_BYTES);
        // a hash of unknown input
        return new ScramSecret(salt, sha256(hmac(doorSecret, "stored key")), hmac(doorSecret, "server key"));
    }

    private static byte[] saltedPassword(byte[] password, byte[] salt) {
        Mac mac = mac(password);
        mac.update(salt);
        byte[] block = mac.doFinal(FIRST_BLOCK);
        byte[] result = block.clone();
        for (int i = 1; i < ITERATIONS; i++) {
            block = mac.doFinal(block);
            xor(result, block);
        }
        return result;
    }

    byte[] salt() {
        return salt.clone();
    }

    /** Returns whether {@code proof} was made with the password; compares in constant time. */
    boolean accepts(byte[] proof, String authMessage) {
        if (proof.length != storedKey.length) {
            return false;
        }
        byte[] clientKey = hmac(storedKey, authMessage);
        xor(clientKey, proof);
        return MessageDigest.isEqual(sha256(clientKey), storedKey);
    }

    /** Returns the signature that proves to the client that the server has the secret of the client's password. */
    byte[] serverSignature(String authMessage) {
        return hmac(serverKey, authMessage);
    }

    private static void xor(byte[] target, byte[] other) {
        for (int i = 0; i < target.length; i++) {
            target[i] ^= other[i];
        }
    }

    private static byte[] hmac(byte[] key, String text) {
        return mac(key).doFinal(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Mac mac(byte[] key) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("HmacSHA256 is missing, which every Java has", e);
        }
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("SHA-256 is missing, which every Java has", e);
        }
    }
}
