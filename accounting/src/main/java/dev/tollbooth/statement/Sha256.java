package dev.tollbooth.statement;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The 32 bytes of a SHA-256, without the hashed text. Reports and tables identify statements and plans by such a hash.
 *
 * <p>Hashes are ordered by their bytes, unsigned. Thread-safe: immutable.
 */
public final class Sha256 implements Comparable<Sha256> {

    /** Length of a hash in bytes. */
    public static final int BYTES = 32;

    /** The hash of an unknown value, such as an unknown plan; it has no {@link #bytes}. */
    public static final Sha256 NONE = new Sha256(0, 0, 0, 0);

    private final long a;
    private final long b;
    private final long c;
    private final long d;

    private Sha256(long a, long b, long c, long d) {
        this.a = a;
        this.b = b;
        this.c = c;
        this.d = d;
    }

    /**
     * {@return the hash with these bytes; {@link #NONE} for an empty array}
     *
     * @param bytes the hash, 32 bytes or none; the array is not kept
     * @throws IllegalArgumentException if the length is neither 32 nor 0
     */
    public static Sha256 of(byte[] bytes) {
        if (bytes.length == 0) {
            return NONE;
        }
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("not a digest: length=" + bytes.length + ", use 32 bytes or none");
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new Sha256(buffer.getLong(), buffer.getLong(), buffer.getLong(), buffer.getLong());
    }

    /**
     * {@return the hash with these hexadecimal digits}
     *
     * @param hex the hash as 64 hexadecimal digits, in any case
     * @throws IllegalArgumentException if {@code hex} is anything else
     */
    public static Sha256 ofHex(String hex) {
        if (hex.length() != 2 * BYTES) {
            throw new IllegalArgumentException("not a digest: length=" + hex.length() + ", use 64 hexadecimal digits");
        }
        return of(HexFormat.of().parseHex(hex));
    }

    /**
     * {@return the hash of a text's bytes in UTF-8}
     *
     * @param text a text of any length
     */
    public static Sha256 ofText(String text) {
        try {
            return of(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("no SHA-256 in this JVM, which every JVM must have", e);
        }
    }

    /** {@return whether this is {@link #NONE}} */
    public boolean isNone() {
        return (a | b | c | d) == 0;
    }

    /** {@return the 32 bytes in a new array; no bytes for {@link #NONE}} */
    public byte[] bytes() {
        return isNone() ? new byte[0] : all();
    }

    private byte[] all() {
        return ByteBuffer.allocate(BYTES)
                .putLong(a)
                .putLong(b)
                .putLong(c)
                .putLong(d)
                .array();
    }

    /** {@return 64 hexadecimal digits in lower case; the empty string for {@link #NONE}} */
    public String hex() {
        return HexFormat.of().formatHex(bytes());
    }

    @Override
    public int compareTo(Sha256 other) {
        int order = Long.compareUnsigned(a, other.a);
        order = order != 0 ? order : Long.compareUnsigned(b, other.b);
        order = order != 0 ? order : Long.compareUnsigned(c, other.c);
        return order != 0 ? order : Long.compareUnsigned(d, other.d);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof Sha256 that && a == that.a && b == that.b && c == that.c && d == that.d);
    }

    @Override
    public int hashCode() {
        return (int) (a >>> 32);
    }

    @Override
    public String toString() {
        return hex();
    }
}
