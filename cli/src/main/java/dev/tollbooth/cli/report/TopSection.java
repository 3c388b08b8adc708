package dev.tollbooth.cli.report;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The top statements of one source of request units.
 *
 * @param source such as {@code estimate}; empty where request units are not known
 * @param rows the most first, others and what is left out last: all that there is, so that their RU add up
 */
record TopSection(String source, List<TopRow> rows) {

    TopSection {
        rows = List.copyOf(rows);
    }

    /** Returns the rows' request units together; null where none are known. */
    @Nullable
    Double totalRu() {
        return TopRow.sumOfRu(rows);
    }

    /** Returns each row's share of the request units in tenths of a percent; they add up to 1,000, or are all 0. */
    int[] shares() {
        Double known = totalRu();
        double total = known == null ? 0 : known;
        int[] tenths = new int[rows.size()];
        if (!(total > 0) || Double.isInfinite(total)) {
            return tenths;
        }
        int left = 1_000;
        for (int i = 0; i < tenths.length; i++) {
            tenths[i] = (int) (rows.get(i).knownRu() / total * 1_000);
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
            double lost = rows.get(i).knownRu() / total * 1_000 - tenths[i];
            if (lost > mostLost) {
                most = i;
                mostLost = lost;
            }
        }
        return most;
    }
}
