package dev.tollbooth.accounting.digest;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A statement's shape: the SHA-256 of its normalized text, with that text and a short name for people.
 *
 * <p>Thread-safe: immutable. Two digests are equal if their 32 bytes are.
 */
public final class Digest {

    private final byte[] bytes;
    private final int hash;
    private final String text;
    private final String summary;

    Digest(byte[] bytes, String text, String summary) {
        this.bytes = bytes;
        this.hash = (bytes[0] & 0xff) << 24 | (bytes[1] & 0xff) << 16 | (bytes[2] & 0xff) << 8 | (bytes[3] & 0xff);
        this.text = text;
        this.summary = summary;
    }

    /** Digests text that is normalized already. */
    public static Digest ofNormalized(String normalizedText, String summary) {
        try {
            byte[] bytes = MessageDigest.getInstance("SHA-256").digest(normalizedText.getBytes(StandardCharsets.UTF_8));
            return new Digest(bytes, normalizedText, summary);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JVM lacks SHA-256, which every JVM must have", e);
        }
    }

    /** Returns a copy of the 32 bytes. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** Returns the 64 lower-case hexadecimal digits of the bytes. */
    public String hex() {
        return HexFormat.of().formatHex(bytes);
    }

    /** Returns the normalized text as shown; it holds no literal. */
    public String text() {
        return text;
    }

    /** Returns the statement's name for people, such as {@code SELECT orders}; at most 255 characters. */
    public String summary() {
        return summary;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof Digest digest && hash == digest.hash && Arrays.equals(bytes, digest.bytes));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return hex();
    }
}
