package dev.tollbooth.internal.advice;

import dev.tollbooth.internal.digest.TextDigest;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Samples of how an application uses results: selects that are repeated with the same parameters, and columns that are
 * read. Samples are taken from a request for advice until an hour after the last request.
 *
 * <p>Thread-safe. The counters that select samples are plain: a lost update only changes which transaction or result is
 * sampled.
 */
public final class SampledUses {

    /** The most columns of a result that are watched. */
    public static final int MOST_COLUMNS = 64;

    /** One of this many transactions is sampled. */
    static final int TRANSACTIONS = 8;

    private static final int STATEMENTS = 200;
    /**
     * An odd number near 2^32 times the golden ratio: its multiples are spread evenly and follow no pattern of an
     * application.
     */
    private static final int SPREAD = 0x9E3779B9;

    private static final int BYTES_OF_A_STATEMENT = 250;
    private static final int BYTES_OF_A_COLUMN = 80;

    /** The samples of one statement. Thread-safe. */
    public static final class Use {

        private final AtomicLong same = new AtomicLong();
        private final AtomicLong results = new AtomicLong();
        private final AtomicLong asked = new AtomicLong();
        private volatile List<String> columns = List.of();
        private volatile int width;

        /** Counts an execution that repeats the parameters of an earlier execution in its transaction. */
        public void repeated() {
            same.incrementAndGet();
        }

        /** Sets the names of the first columns, and the number of all columns of the results. */
        public void named(List<String> names, int all) {
            columns = List.copyOf(names);
            width = all;
        }

        /** Returns the number of columns of the results; 0 if no result was sampled yet. */
        public int width() {
            return width;
        }

        /** Counts a sampled result that has rows. */
        public void result() {
            results.incrementAndGet();
        }

        /** Marks a column as read by a getter; indexes begin at 1. */
        public void asked(int column) {
            long bit = column < 1 || column > MOST_COLUMNS ? 0 : 1L << (column - 1);
            if ((asked.get() & bit) != bit) {
                asked.getAndUpdate(before -> before | bit);
            }
        }

        /** Marks all columns as read, because columns may have been read without a watched getter. */
        public void askedForAll() {
            asked.set(-1);
        }

        /** Returns the estimated number of executions that repeat an earlier execution in their transaction. */
        long sameAgain() {
            return same.get() * TRANSACTIONS;
        }

        long results() {
            return results.get();
        }

        /** Returns the names of the watched columns that no getter has read. */
        List<String> unread() {
            long read = asked.get();
            List<String> names = columns;
            return IntStream.range(0, names.size())
                    .filter(column -> (read >>> column & 1) == 0)
                    .mapToObj(names::get)
                    .toList();
        }
    }

    private final ConcurrentHashMap<TextDigest, Use> uses = new ConcurrentHashMap<>();
    private int transactions;
    private int results;

    /** Returns whether the transaction that begins is sampled. */
    public boolean isTransactionDue() {
        return (transactions++ * SPREAD) >>> 29 == 0;
    }

    /** Returns whether the opened result is sampled: one of 64 is. */
    public boolean isResultDue() {
        return (results++ * SPREAD) >>> 26 == 0;
    }

    /** Returns the samples of {@code digest}, made on first use; null if too many other statements have samples. */
    public @Nullable Use of(TextDigest digest) {
        Use known = uses.get(digest);
        return known != null || uses.size() >= STATEMENTS ? known : uses.computeIfAbsent(digest, key -> new Use());
    }

    /** Returns the existing samples of a digest; null if there are none. */
    public @Nullable Use find(TextDigest digest) {
        return uses.get(digest);
    }

    /** Drops all samples. */
    public void clear() {
        uses.clear();
    }

    /** Returns the approximate bytes of heap that the samples hold. */
    public long bytes() {
        return uses.values().stream()
                .mapToLong(each -> BYTES_OF_A_STATEMENT + (long) BYTES_OF_A_COLUMN * each.columns.size())
                .sum();
    }
}
