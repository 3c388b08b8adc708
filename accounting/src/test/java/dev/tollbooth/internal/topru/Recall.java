package dev.tollbooth.internal.topru;

import dev.tollbooth.internal.cost.RuKey;
import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.statement.Sha256;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntSupplier;

/** The share of the request units of a stream's true top N that a table has under their keys. */
final class Recall {

    private static final RuOwner OWNER = new RuOwner("H2/shop", "estimate", "app");

    private Recall() {}

    /** Returns key number {@code i}, whose bytes don't reveal its rank. */
    static RuKey key(int i) {
        long mixed = (i + 1) * 0x9E3779B97F4A7C15L;
        mixed ^= mixed >>> 29;
        byte[] bytes = ByteBuffer.allocate(Sha256.BYTES)
                .putLong(mixed * 0xBF58476D1CE4E5B9L)
                .putLong(i)
                .array();
        return RuKey.statement(OWNER, Sha256.of(bytes), Sha256.NONE);
    }

    /** Returns a source of ranks from 0 by Zipf's law with exponent 1. */
    static IntSupplier zipf(int keys, Random random) {
        double[] cumulative = new double[keys];
        double sum = 0;
        for (int i = 0; i < keys; i++) {
            sum += 1.0 / (i + 1);
            cumulative[i] = sum;
        }
        double total = sum;
        return () -> {
            int found = Arrays.binarySearch(cumulative, random.nextDouble() * total);
            return Math.min(keys - 1, found < 0 ? -found - 1 : found);
        };
    }

    /**
     * Adds {@code increments} of one unit to the table of a second, and returns the share of the true top's units that
     * the table has under their keys.
     */
    static double ofStream(IntSupplier stream, int keys, int increments, int top) {
        TierTable table = TierLimits.DEFAULT.table();
        int[] truth = new int[keys];
        for (int i = 0; i < increments; i++) {
            int number = stream.getAsInt();
            truth[number]++;
            table.add(key(number), Spent.of(1, 1, 1, 0, 0, 0));
        }
        return share(table.cut(), truth, top);
    }

    private static double share(TierTable table, int[] truth, int top) {
        long named = 0;
        for (RuRow row : table.owners().iterator().next().statements.sorted()) {
            ByteBuffer bytes = ByteBuffer.wrap(row.key.sql().bytes());
            named += truth[(int) bytes.getLong(Long.BYTES)];
        }
        int[] sorted = truth.clone();
        Arrays.sort(sorted);
        long best = 0;
        for (int i = 0; i < top; i++) {
            best += sorted[sorted.length - 1 - i];
        }
        return (double) named / best;
    }
}
