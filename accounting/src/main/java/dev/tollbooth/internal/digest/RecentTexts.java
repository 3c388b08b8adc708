package dev.tollbooth.internal.digest;

import dev.tollbooth.internal.memory.ObjectLayout;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A small table of recent texts in front of the digest cache, because a look-up in that cache touches many cache lines.
 * Each text has two neighbouring slots, chosen by its hash.
 *
 * <p>Thread-safe: slots are read and written without synchronization. Entries are immutable except for the choice among
 * equal strings.
 */
public final class RecentTexts {

    private static final int LEAST = 16;
    private static final int MOST = 1 << 10;
    private static final int BYTES_OF_A_PLACE = 1 << 13;
    /** The longest text that is kept: comparing a longer one costs more than it saves. */
    private static final int LONGEST = 1_000;
    /** On a collision, a new text replaces an old one only every 16th time. */
    private static final int PATIENCE = 16;

    /** A text's digest, with the hash code that tells most other texts apart without comparing characters. */
    private static final class Known {

        private final int hash;
        private final TextDigest digest;
        /**
         * The instance of the text that was asked for last. Applications mostly use one string per statement, which is
         * then found by identity.
         */
        private String text;

        Known(String text, TextDigest digest) {
            this.hash = text.hashCode();
            this.digest = digest;
            this.text = text;
        }

        boolean is(String other, int otherHash) {
            if (text == other) {
                return true;
            }
            // null to a thread that does not see the write yet
            if (hash != otherHash || !other.equals(text)) {
                return false;
            }
            text = other;
            return true;
        }
    }

    private final @Nullable Known[] places;
    private int refused;

    /** Makes a table whose size suits a cache of that many bytes. */
    RecentTexts(long cacheBytes) {
        long wanted = Math.max(LEAST, Math.min(MOST, cacheBytes / BYTES_OF_A_PLACE));
        this.places = new Known[Integer.highestOneBit((int) wanted)];
    }

    private int place(int hash) {
        return (hash ^ (hash >>> 16)) & (places.length - 1);
    }

    /** Returns the digest of {@code text}, null if the table does not have it. */
    public @Nullable TextDigest get(String text) {
        int hash = text.hashCode();
        int place = place(hash);
        Known known = places[place];
        if (known == null || !known.is(text, hash)) {
            known = places[place ^ 1];
            if (known == null || !known.is(text, hash)) {
                return null;
            }
        }
        return known.digest;
    }

    /** May keep {@code text} with its digest; never if it has a backslash, whose meaning depends on the session. */
    void keep(String text, TextDigest digest) {
        if (text.length() > LONGEST || text.indexOf('\\') >= 0) {
            return;
        }
        int place = place(text.hashCode());
        if (places[place] != null && places[place ^ 1] == null) {
            place ^= 1;
        }
        if (places[place] == null || ++refused % PATIENCE == 0) {
            places[place] = new Known(text, digest);
        }
    }

    void forEach(Consumer<TextDigest> visitor) {
        for (Known known : places) {
            if (known != null) {
                visitor.accept(known.digest);
            }
        }
    }

    void clear() {
        Arrays.fill(places, null);
    }

    long bytes(ObjectLayout layout) {
        long bytes = layout.references(places.length);
        for (Known known : places) {
            bytes += known == null ? 0 : layout.instance(2, 1, 0);
        }
        return bytes;
    }
}
