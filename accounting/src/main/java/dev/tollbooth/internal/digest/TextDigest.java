package dev.tollbooth.internal.digest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tollbooth.internal.memory.ObjectLayout;
import dev.tollbooth.statement.Digest;
import dev.tollbooth.statement.Sha256;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The identity of a statement's shape: the SHA-256 of the UTF-8 bytes of its normalized text.
 *
 * <p>Two digests are equal if their 32 bytes are equal. The bytes are computed on first use, so that starting an
 * application does not load the JDK's security providers.
 *
 * <p>Thread-safe: immutable, except for the bytes and for marks that keep several holders from counting its memory
 * twice.
 */
public final class TextDigest implements Digest {

    private static final int FREE = 0;

    private static final int CACHED = -1;
    private static final VarHandle OWNER;
    private static final VarHandle ACCOUNTS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            OWNER = lookup.findVarHandle(TextDigest.class, "owner", int.class);
            ACCOUNTS = lookup.findVarHandle(TextDigest.class, "accounts", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The hash; null until its first use if the text is complete. Several threads compute the same value. */
    private @Nullable Sha256 sha256;

    private final String text;
    private final String summary;
    /** The kind, computed on first use. Several threads compute the same value. */
    private @Nullable StatementKind kind;
    /** The owner: {@link #CACHED}, the number of the walk that counted this digest last, or {@link #FREE}. */
    private volatile int owner;

    @SuppressWarnings("unused")
    private int accounts;

    /** The highest estimate that {@link #texts} returns. */
    public static final int MOST_TEXTS = 300;

    /**
     * The set of hashes of the texts seen, reduced to 64 bits. The field {@code lengths} has a bit for each number of
     * bind markers.
     */
    private long texts;

    private long lengths;

    /** The longest normalized text in bytes that is hashed as a whole; longer texts are not kept complete. */
    static final int LONGEST_HASHED = 1 << 13;

    /** The {@link #hashCode(byte[], long, Sha256)}; 0 until its first use, if {@link #text} is complete. */
    private int hashCode;

    /**
     * The account of one of this digest's executions, a hint that saves a look-up. Any thread reads and writes it
     * without synchronization.
     */
    public @Nullable Hint account;

    /** The type of {@link #account}. The class of that object is in a package that depends on this one. */
    public interface Hint {}

    /**
     * Makes a digest of a complete or cut text.
     *
     * @param hashCode {@link #hashCode(byte[], long, Sha256)}; 0 to compute it on first use if {@code text} is
     *     complete
     * @param sha256 the hash of the complete text; null only if {@code text} is complete
     * @param summary the summary with case and quotes of the first SQL text
     */
    TextDigest(int hashCode, @Nullable Sha256 sha256, String text, String summary) {
        this.hashCode = hashCode;
        this.sha256 = sha256;
        this.text = text;
        this.summary = summary;
    }

    /** Returns the digest of a normalized text. */
    public static TextDigest ofNormalized(String normalizedText, String summary) {
        return new TextDigest(0, null, normalizedText, summary);
    }

    @Override
    public Sha256 sha256() {
        Sha256 known = sha256;
        if (known == null) {
            known = Sha256.ofText(text);
            sha256 = known;
        }
        return known;
    }

    @Override
    public String hex() {
        return sha256().hex();
    }

    /** Returns the normalized text, cut at {@link DigestOptions#maxTextLength}. */
    @Override
    public String text() {
        return text;
    }

    @Override
    public String summary() {
        return summary;
    }

    /** Returns the kind of the statement, by its normalized text. */
    public StatementKind kind() {
        StatementKind known = kind;
        if (known == null) {
            known = StatementKind.of(text);
            kind = known;
        }
        return known;
    }

    /** Returns the bytes of heap of this object, its text and summary, without its hash. */
    public long weight(ObjectLayout layout) {
        return layout.instance(5, 3, 2) + layout.string(text) + layout.string(summary);
    }

    /** Returns the bytes of heap of the hash, 0 before its first use. */
    public long hashWeight(ObjectLayout layout) {
        return sha256 == null ? 0 : layout.instance(0, 0, 4);
    }

    void setCached(boolean cached) {
        owner = cached ? CACHED : FREE;
    }

    /** Returns whether a digest cache holds this digest and counts its memory. */
    public boolean isCached() {
        return owner == CACHED;
    }

    /**
     * Claims this digest's memory for a walk, unless a cache or this walk has counted it.
     *
     * @param walk the walk's number, above 0
     * @return whether the caller has to count the memory
     */
    public boolean claim(int walk) {
        int known = owner;
        return known != CACHED && known != walk && OWNER.compareAndSet(this, known, walk);
    }

    /** Counts one more account that refers to this digest; returns whether it is the first. */
    public boolean retain() {
        return (int) ACCOUNTS.getAndAdd(this, 1) == 0;
    }

    /** Returns whether an account refers to this digest. */
    public boolean isRetained() {
        return (int) ACCOUNTS.getOpaque(this) > 0;
    }

    /** Counts one account less, after {@link #retain}; returns whether it was the last. */
    public boolean release() {
        return (int) ACCOUNTS.getAndAdd(this, -1) == 1;
    }

    /** Records that {@code sql} has this digest. Without synchronization, a race may lose a text. */
    void seenAs(String sql) {
        int hash = sql.hashCode() * 0x9E3779B9;
        texts |= 1L << (hash >>> 26);
        lengths |= 1L << markers(sql);
    }

    private static int markers(String sql) {
        int markers = 0;
        for (int i = 0; i < sql.length(); i++) {
            char c = sql.charAt(i);
            boolean numbered = c == '$' && i + 1 < sql.length() && Character.isDigit(sql.charAt(i + 1));
            markers += (c == '?' || numbered) ? 1 : 0;
        }
        return markers & (Long.SIZE - 1);
    }

    /**
     * Returns an estimate of the number of different texts with this digest since it was cached, at most {@value
     * #MOST_TEXTS}. Linear counting estimates the number from the set bits among 64.
     */
    public int texts() {
        int free = Long.SIZE - Long.bitCount(texts);
        return free == 0 ? MOST_TEXTS : (int) Math.round(-Long.SIZE * Math.log((double) free / Long.SIZE));
    }

    /** Returns how many different numbers of bind markers the texts with this digest had, about, and 64 at most. */
    public int lengths() {
        return Long.bitCount(lengths);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof TextDigest that && hashCode() == that.hashCode() && isSameText(that));
    }

    private boolean isSameText(TextDigest that) {
        // without hashes, both texts are complete
        return (sha256 == null && that.sha256 == null) ? text.equals(that.text) : sha256().equals(that.sha256());
    }

    @Override
    public int hashCode() {
        int known = hashCode;
        if (known == 0) {
            byte[] bytes = text.getBytes(UTF_8);
            known = isHashed(bytes.length) ? TextKey.hash(bytes, bytes.length) : sha256().hashCode();
            hashCode = known;
        }
        return known;
    }

    /** Returns whether the hash code is computed from the text's own bytes. It is not if the text is long or empty. */
    private static boolean isHashed(long length) {
        return length > 0 && length <= LONGEST_HASHED;
    }

    /**
     * Returns the hash code of a digest: by the complete normalized text, or by its hash if the text is long or empty.
     */
    static int hashCode(byte[] text, long length, Sha256 whole) {
        return isHashed(length) ? TextKey.hash(text, (int) length) : whole.hashCode();
    }

    @Override
    public String toString() {
        return hex() + " " + summary();
    }
}
