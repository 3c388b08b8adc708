package dev.tollbooth.internal.digest;

import dev.tollbooth.statement.Sha256;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/** A hash function that computes the SHA-256 of a text that comes in parts. Not thread-safe. An instance is reused. */
final class TextHash {

    /** The digest algorithm; null until its first use, because security providers load 70 classes. */
    private @Nullable MessageDigest sha256;

    private final byte[] hash = new byte[Sha256.BYTES];

    /** Discards the parts taken so far, if the text never ended. */
    void clear() {
        if (sha256 != null) {
            sha256.reset();
        }
    }

    /** Adds the next part of the text. */
    void update(byte[] bytes, int from, int to) {
        messageDigest().update(bytes, from, to - from);
    }

    /** Adds the last part of the text, and returns the hash of the whole. */
    Sha256 end(byte[] bytes, int from, int to) {
        update(bytes, from, to);
        try {
            messageDigest().digest(hash, 0, Sha256.BYTES);
        } catch (DigestException e) {
            throw new IllegalStateException("SHA-256 of another length than 32 bytes", e);
        }
        return Sha256.of(hash);
    }

    private MessageDigest messageDigest() {
        MessageDigest sha = sha256;
        if (sha == null) {
            sha = sha256();
            sha256 = sha;
        }
        return sha;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("no SHA-256 in this JVM, which every JVM must have", e);
        }
    }
}
