package dev.tollbooth.internal.digest;

import java.util.ArrayList;
import java.util.List;

/**
 * The digest of a batch of SQL texts: that of the text where all have one digest, otherwise that of the first
 * {@value #MAX_DISTINCT} distinct normalized texts, joined by semicolons.
 *
 * <p>Not thread-safe: a statement's batch is built by one thread.
 */
public final class BatchDigest {

    private static final int MAX_DISTINCT = 16;

    private final List<TextDigest> distinct = new ArrayList<>(1);

    public void add(TextDigest digest) {
        int last = distinct.size() - 1;
        if (last >= 0 && distinct.get(last).equals(digest)) {
            return;
        }
        if (distinct.size() < MAX_DISTINCT && !distinct.contains(digest)) {
            distinct.add(digest);
        }
    }

    public TextDigest digest() {
        if (distinct.size() == 1) {
            return distinct.get(0);
        }
        StringBuilder text = new StringBuilder();
        for (TextDigest digest : distinct) {
            text.append(text.length() == 0 ? "" : " ; ").append(digest.text());
        }
        return TextDigest.ofNormalized(
                text.toString(), "BATCH " + distinct.get(0).summary());
    }
}
