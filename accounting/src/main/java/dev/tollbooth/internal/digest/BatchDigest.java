package dev.tollbooth.internal.digest;

import java.util.Comparator;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The digest of a batch of SQL texts. If all texts have one digest, the batch has that digest. Otherwise the batch
 * has the digest of the distinct normalized texts, sorted and joined by semicolons, so neither order nor repetition
 * matters. At most {@value #MAX_DISTINCT} distinct texts count, the first in that order.
 *
 * <p>Not thread-safe: one thread builds a statement's batch.
 */
public final class BatchDigest {

    private static final int MAX_DISTINCT = 16;
    private static final String BATCH = "BATCH";

    /** The order of digests: by text, descending, and by hash if long texts are cut alike. */
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
