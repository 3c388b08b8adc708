package dev.tollbooth.internal.topru;

import dev.tollbooth.internal.cost.RuTotals;

/**
 * The bounds of each tier.
 *
 * @param owners the most owners in the table of a second or of a bucket
 * @param statements the most statements of each owner in such a table
 * @param reportOwners the most owners in an item of a window
 * @param reportStatements the most statements of each owner in an item of a window
 * @param sql the most statements by duration in the table of a second or of a bucket
 * @param reportSql the most statements by duration in an item of a window
 * @param fold moves totals to others
 */
record TierLimits(
        int owners, int statements, int reportOwners, int reportStatements, int sql, int reportSql, Fold fold) {

    /** A consumer that moves the totals of a key to the others. */
    interface Fold {
        void fold(RuTotals others, RuTotals folded);
    }

    static final TierLimits DEFAULT = new TierLimits(200, 200, 100, 100, 200, 100, RuTotals::add);

    /** Returns limits of half the size, at least one each. */
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

    /** Makes an empty table of a second or a bucket. */
    TierTable table() {
        return new TierTable(this, owners, statements, sql);
    }

    /** Makes an empty table of an item in a window. */
    TierTable reportTable() {
        return new TierTable(this, reportOwners, reportStatements, reportSql);
    }
}
