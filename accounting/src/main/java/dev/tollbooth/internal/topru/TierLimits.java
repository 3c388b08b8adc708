package dev.tollbooth.internal.topru;

import dev.tollbooth.internal.cost.RuTotals;

/**
 * How much each tier keeps.
 *
 * @param owners of a second and of a bucket
 * @param statements of each owner in a second and a bucket
 * @param reportOwners of an item of a window
 * @param reportStatements of each owner in an item of a window
 * @param sql statements by duration in a second and a bucket
 * @param reportSql statements by duration in an item of a window
 * @param fold how what is not kept moves to others
 */
record TierLimits(
        int owners, int statements, int reportOwners, int reportStatements, int sql, int reportSql, Fold fold) {

    /** Moves what a key spent to the others. */
    interface Fold {
        void fold(RuTotals others, RuTotals folded);
    }

    static final TierLimits DEFAULT = new TierLimits(200, 200, 100, 100, 200, 100, RuTotals::add);

    /** Returns half as much of everything, one at least. */
    TierLimits halved() {
        return new TierLimits(
                half(owners),
                half(statements),
                half(reportOwners),
                half(reportStatements),
                half(sql),
                half(reportSql),
                fold);
    }

    private static int half(int number) {
        return Math.max(1, number / 2);
    }

    /** An empty table of a second or a bucket. */
    TierTable table() {
        return new TierTable(this, owners, statements, sql);
    }

    /** An empty table of an item in a window. */
    TierTable reportTable() {
        return new TierTable(this, reportOwners, reportStatements, reportSql);
    }
}
