package dev.tollbooth.cli.report;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The top statements of one source of request units.
 *
 * @param source such as {@code estimate}; empty where request units are not known
 * @param order what the rows are ordered by, and what their shares are of
 * @param rows the most first, others and what is left out last: all that there is, so that their RU add up
 */
record TopSection(String source, TopOrder order, List<TopRow> rows) {

    TopSection {
        rows = List.copyOf(rows);
    }

    /** Returns the rows' request units together; null where none are known. */
    @Nullable
    Double totalRu() {
        return TopRow.sumOfRu(rows);
    }

    /** Returns a row's share of {@link #total}, in percent; null where there is nothing to share or the row's part is not known. */
    @Nullable
    Double sharePercent(TopRow row) {
        double total = total();
        return total > 0 && order.hasShare(row) ? Double.valueOf(order.shared(row) / total * 100) : null;
    }

    /** Returns what the shares are of, over all rows; 0 where there is nothing to share. */
    double total() {
        double total = 0;
        for (TopRow row : rows) {
            total += order.shared(row);
        }
        return Double.isFinite(total) ? total : 0;
    }

    /**
     * Returns each row's share of what it is ordered by in tenths of a percent, of time where that does not add up; they
     * add up to 1,000, or are all 0.
     */
    int[] shares() {
        double total = total();
        int[] tenths = new int[rows.size()];
        if (!(total > 0)) {
            return tenths;
        }
        int left = 1_000;
        for (int i = 0; i < tenths.length; i++) {
            tenths[i] = (int) (order.shared(rows.get(i)) / total * 1_000);
            left -= tenths[i];
        }
        for (; left > 0; left--) {
            tenths[mostCut(tenths, total)]++;
        }
        return tenths;
    }

    /** The row that lost most by cutting. */
    private int mostCut(int[] tenths, double total) {
        int most = 0;
        double mostLost = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < tenths.length; i++) {
            double lost = order.shared(rows.get(i)) / total * 1_000 - tenths[i];
            if (lost > mostLost) {
                most = i;
                mostLost = lost;
            }
        }
        return most;
    }
}
