package dev.tollbooth.internal.digest;

import java.util.Comparator;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The digest of a batch of SQL texts: that of the text where all have one digest, otherwise that of the distinct normalized
 * texts, sorted and joined by semicolons. So neither order nor repetition makes another digest. If there are more than {@value #MAX_DISTINCT} distinct texts, the first ones in this order count.
 *
 * <p>Not thread-safe: a statement's batch is built by one thread.
 */
public final class BatchDigest {

    private static final int MAX_DISTINCT = 16;
    private static final String BATCH = "BATCH";

    /** By text; of two long texts that are cut alike, by hash. */
    private static final Comparator<TextDigest> ORDER = Comparator.comparing(TextDigest::text)
            .reversed()
            .thenComparing((one, other) -> one.equals(other) ? 0 : one.hex().compareTo(other.hex()));

    private final TreeSet<TextDigest> distinct = new TreeSet<>(ORDER);
    private @Nullable TextDigest last;
    private boolean hasMore;

    public void add(TextDigest digest) {
        if (digest.equals(last)) {
            return;
        }
        last = digest;
        distinct.add(digest);
        if (distinct.size() > MAX_DISTINCT) {
            distinct.pollLast();
            hasMore = true;
        }
    }

    public TextDigest digest() {
        TextDigest first = distinct.first();
        if (distinct.size() == 1) {
            return first;
        }
        StringBuilder text = new StringBuilder();
        String summary = BATCH + " " + first.summary();
        for (TextDigest digest : distinct) {
            text.append(text.length() == 0 ? "" : " ; ").append(digest.text());
            summary = first.summary().equalsIgnoreCase(digest.summary()) ? summary : BATCH;
        }
        return TextDigest.ofNormalized(text.append(hasMore ? " ; ..." : "").toString(), hasMore ? BATCH : summary);
    }
}
