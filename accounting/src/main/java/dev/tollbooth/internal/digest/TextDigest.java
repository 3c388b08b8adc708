package dev.tollbooth.internal.digest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tollbooth.internal.memory.ObjectLayout;
import dev.tollbooth.statement.Digest;
import dev.tollbooth.statement.Sha256;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The name of a statement's shape: the SHA-256 of the UTF-8 bytes of its normalized text.
 *
 * <p>Two are equal if their 32 bytes are; text and summary are for people. The bytes are computed when they are first asked
 * for: an application's start need not load the JDK's providers. Thread-safe: immutable but for those and for marks of who
 * counts its memory and how many accounts refer to it, so that a digest that several hold is counted once.
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

    /** Null until it is first asked for where the text is the whole one; several threads find the same. */
    private @Nullable Sha256 sha256;

    private final String text;
    private final String summary;
    /** Found when it is first asked for; several threads find the same. */
    private @Nullable StatementKind kind;
    /** {@link #CACHED}, the number of the walk that has counted it last, or {@link #FREE}. */
    private volatile int owner;

    @SuppressWarnings("unused") // by ACCOUNTS
    private int accounts;

    /** The most that {@link #texts} can tell. */
    public static final int MOST_TEXTS = 300;

    /** A bit for the hash of each text, and for each number of bind markers. */
    private long texts;

    private long lengths;

    /** Bytes of the longest normalized text whose own bytes give the hash code: longer ones are not held as a whole. */
    static final int LONGEST_HASHED = 1 << 13;

    /** {@link #hashCode(byte[], long, Sha256)}; 0 until it is first asked for, if {@link #text} is the whole one. */
    private int hashCode;

    /**
     * A hint for who counts it, written and read by any thread without care: what one of its executions was counted to, which
     * spares a look-up.
     */
    public @Nullable Hint account;

    /** The type of {@link #account}: its class is in a package that knows this one. */
    public interface Hint {}

    /**
     * Makes a digest of a text, whole or cut.
     *
     * @param hashCode {@link #hashCode(byte[], long, Sha256)}; where {@code text} is the whole one, 0 has it found when needed
     * @param sha256 of the whole text; null only where {@code text} is that
     * @param summary of the SQL text that was seen first, whose case and quotes it has
     */
    TextDigest(int hashCode, @Nullable Sha256 sha256, String text, String summary) {
        this.hashCode = hashCode;
        this.sha256 = sha256;
        this.text = text;
        this.summary = summary;
    }

    /** Returns the digest of a text that is normalized already. */
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

    /** Returns a copy of the 32 bytes. */
    public byte[] bytes() {
        return sha256().bytes();
    }

    @Override
    public String hex() {
        return sha256().hex();
    }

    /** Cut at {@link DigestOptions#maxTextLength}. */
    @Override
    public String text() {
        return text;
    }

    @Override
    public String summary() {
        return summary;
    }

    /** Returns whether the statement reads or writes. */
    public StatementKind kind() {
        StatementKind known = kind;
        if (known == null) {
            known = StatementKind.of(text);
            kind = known;
        }
        return known;
    }

    /** Returns the bytes of heap that this object takes, its text and summary included, without its hash. */
    public long weight(ObjectLayout layout) {
        return layout.instance(5, 3, 2) + layout.string(text) + layout.string(summary);
    }

    /** Returns the bytes of heap of its hash: none as long as nobody has asked for it. */
    public long hashWeight(ObjectLayout layout) {
        return sha256 == null ? 0 : layout.instance(0, 0, 4);
    }

    void setCached(boolean cached) {
        owner = cached ? CACHED : FREE;
    }

    /** Returns whether a digest cache holds it, and counts its memory. */
    public boolean isCached() {
        return owner == CACHED;
    }

    /**
     * Counts this digest's memory in a walk, unless a cache counts it or this walk has already.
     *
     * @param walk the walk's number, above 0
     * @return whether it is the caller's to count
     */
    public boolean claim(int walk) {
        int known = owner;
        return known != CACHED && known != walk && OWNER.compareAndSet(this, known, walk);
    }

    /** Counts one more account that refers to this; returns whether it is the first. */
    public boolean retain() {
        return (int) ACCOUNTS.getAndAdd(this, 1) == 0;
    }

    /** Returns whether an account refers to this. */
    public boolean isRetained() {
        return (int) ACCOUNTS.getOpaque(this) > 0;
    }

    /** Counts one less of what {@link #retain} counted; returns whether it was the last. */
    public boolean release() {
        return (int) ACCOUNTS.getAndAdd(this, -1) == 1;
    }

    /** Notes that {@code sql} has this digest; a hint, written without care for races. */
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
     * Returns about how many texts had this digest since it was cached, {@value #MOST_TEXTS} at most: by linear counting, from
     * how many of 64 bits the texts' hashes have set.
     */
    public int texts() {
        int free = Long.SIZE - Long.bitCount(texts);
        return free == 0 ? MOST_TEXTS : (int) Math.round(-Long.SIZE * Math.log((double) free / Long.SIZE));
    }

    /** Returns how many different numbers of bind markers those texts had, as far as 64 of them can be told apart. */
    public int lengths() {
        return Long.bitCount(lengths);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof TextDigest that && hashCode() == that.hashCode() && isSameText(that));
    }

    private boolean isSameText(TextDigest that) {
        // without a hash both texts are the whole ones
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

    /** Whether the hash code is of the text's own bytes: not of a long text's, and not of none, for which another is shown. */
    private static boolean isHashed(long length) {
        return length > 0 && length <= LONGEST_HASHED;
    }

    /** Returns the hash code of a digest by its whole normalized text, or by its hash where that is long or empty. */
    static int hashCode(byte[] text, long length, Sha256 whole) {
        return isHashed(length) ? TextKey.hash(text, (int) length) : whole.hashCode();
    }

    @Override
    public String toString() {
        return hex() + " " + summary();
    }
}
