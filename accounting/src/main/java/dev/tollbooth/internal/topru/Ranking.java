package dev.tollbooth.internal.topru;

import dev.tollbooth.internal.cost.RuKey;
import dev.tollbooth.internal.cost.RuTotals;

/** The figure by which a table ranks its rows, and the key that identifies a row. */
enum Ranking {
    /** Statements of one owner, ranked by request units. */
    RU {
        @Override
        int hash(RuKey key) {
            return key.hashCode();
        }

        @Override
        boolean isSame(RuKey a, RuKey b) {
            return a.equals(b);
        }

        @Override
        double score(RuTotals totals) {
            return totals.ru;
        }

        @Override
        int compareKeys(RuKey a, RuKey b) {
            return a.compareTo(b);
        }
    },
    /** Statements of a database, of all users together, ranked by duration. */
    DURATION {
        @Override
        int hash(RuKey key) {
            return key.sqlHash();
        }

        @Override
        boolean isSame(RuKey a, RuKey b) {
            return a.isSameSql(b);
        }

        @Override
        double score(RuTotals totals) {
            return totals.durationNanos;
        }

        @Override
        int compareKeys(RuKey a, RuKey b) {
            return a.compareSql(b);
        }
    };

    abstract int hash(RuKey key);

    abstract boolean isSame(RuKey a, RuKey b);

    abstract double score(RuTotals totals);

    abstract int compareKeys(RuKey a, RuKey b);

    /** Compares two rows by score, the greatest first, then by executions, then by key: no two rows are equal. */
    final int compare(RuRow a, RuRow b) {
        int byScore = Double.compare(score(b), score(a));
        return byScore != 0 ? byScore : compareEquals(a, b);
    }

    /** Compares rows with equal scores: the most executions first, then the smallest key. */
    final int compareEquals(RuRow a, RuRow b) {
        int byCount = Long.compare(b.execCount, a.execCount);
        return byCount != 0 ? byCount : compareKeys(a.key, b.key);
    }
}
