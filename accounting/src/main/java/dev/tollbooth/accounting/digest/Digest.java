package dev.tollbooth.accounting.digest;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The name of a statement's shape: the SHA-256 of the UTF-8 bytes of its normalized text.
 *
 * <p>Two are equal if their 32 bytes are; text and summary are for people. Thread-safe: immutable.
 */
public final class Digest {

    private final Sha256 sha256;
    private final String text;
    /** Made of the text when it is first asked for, since most who digest do not; a race makes it twice, and equal. */
    private @Nullable String summary;
    /** Found when it is first asked for; several threads find the same. */
    private @Nullable StatementKind kind;

    /** Without a summary, the text must be the whole one. */
    Digest(byte[] bytes, String text, @Nullable String summary) {
        this.sha256 = Sha256.of(bytes);
        this.text = text;
        this.summary = summary;
    }

    /** Returns the digest of a text that is normalized already. */
    public static Digest ofNormalized(String normalizedText, String summary) {
        return new Digest(messageDigest().digest(normalizedText.getBytes(UTF_8)), normalizedText, summary);
    }

    /**
     * Returns what equals the digest with these hexadecimal digits, without its text: a key to look it up by.
     *
     * @throws IllegalArgumentException if they are not 64 hexadecimal digits
     */
    public static Digest ofHex(String hex) {
        if (hex.length() != 64) {
            throw new IllegalArgumentException("not a digest: length=" + hex.length() + ", use 64 hexadecimal digits");
        }
        return new Digest(HexFormat.of().parseHex(hex), "", "");
    }

    static MessageDigest messageDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("no SHA-256 in this JVM, which every JVM must have", e);
        }
    }

    /** Returns the hash alone, without the text. */
    public Sha256 sha256() {
        return sha256;
    }

    /** Returns a copy of the 32 bytes. */
    public byte[] bytes() {
        return sha256.bytes();
    }

    /** Returns 64 hexadecimal digits in lower case, as TiDB shows it. */
    public String hex() {
        return sha256.hex();
    }

    /** Returns the normalized text, cut at {@link DigestOptions#maxTextLength} and then marked with an ellipsis. */
    public String text() {
        return text;
    }

    /** Returns a short name for people, such as {@code SELECT orders}: at most 255 characters. */
    public String summary() {
        String known = summary;
        if (known == null) {
            byte[] normalized = text.getBytes(UTF_8);
            known = Summary.of(normalized, normalized.length);
            summary = known;
        }
        return known;
    }

    /** Returns whether the statement reads or writes. */
    public StatementKind kind() {
        StatementKind known = kind;
        if (known == null) {
            known = StatementKind.of(summary());
            kind = known;
        }
        return known;
    }

    /** Bytes of heap that this object may come to hold, by the layout of a 64-bit JVM with compressed references. */
    int weight() {
        return 24 + 48 + 2 * 40 + text.length() + Math.min(Summary.LONGEST, text.length());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof Digest that && sha256.equals(that.sha256));
    }

    @Override
    public int hashCode() {
        return sha256.hashCode();
    }

    @Override
    public String toString() {
        return hex() + " " + summary();
    }
}
