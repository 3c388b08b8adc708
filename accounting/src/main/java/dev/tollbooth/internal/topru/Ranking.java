package dev.tollbooth.internal.topru;

import dev.tollbooth.internal.cost.RuKey;
import dev.tollbooth.internal.cost.RuTotals;

/** The figure that a table ranks its rows by, and the key that makes two rows one. */
enum Ranking {
    /** Statements of one owner, by request units. */
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
    /** Statements of a database whoever sent them, by duration. */
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

    /** The greatest score first, then the most executions, then the smallest key: no two rows are equal. */
    final int compare(RuRow a, RuRow b) {
        int byScore = Double.compare(score(b), score(a));
        return byScore != 0 ? byScore : compareEquals(a, b);
    }

    /** The order of rows whose scores are equal: the most executions first, then the smallest key. */
    final int compareEquals(RuRow a, RuRow b) {
        int byCount = Long.compare(b.execCount, a.execCount);
        return byCount != 0 ? byCount : compareKeys(a.key, b.key);
    }
}
