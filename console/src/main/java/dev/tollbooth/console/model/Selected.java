package dev.tollbooth.console.model;

import dev.tollbooth.internal.figure.Figure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A choice of the statements that the page shows by time: the leading ones by any figure, and the row of statements
 * without room.
 */
final class Selected {

    private static final int BY_TIME = 100;
    private static final int BY_OTHER_FIGURES = 25;

    private Selected() {}

    /** Returns the selected statements. */
    static Set<StatementIdentity> of(Map<StatementIdentity, StatementTotals> all) {
        Set<StatementIdentity> chosen = new HashSet<>();
        take(chosen, all, BY_TIME, Figure.TIME);
        take(chosen, all, BY_OTHER_FIGURES, Figure.COUNT);
        take(chosen, all, BY_OTHER_FIGURES, Figure.ERRORS);
        take(chosen, all, BY_OTHER_FIGURES, Figure.ROWS_READ);
        take(chosen, all, BY_OTHER_FIGURES, Figure.RU);
        take(chosen, all, BY_OTHER_FIGURES, Figure.P99);
        all.keySet().stream().filter(each -> each.digest().isEmpty()).forEach(chosen::add);
        return chosen;
    }

    private static void take(
            Set<StatementIdentity> chosen, Map<StatementIdentity, StatementTotals> all, int most, Figure figure) {
        record Rank(StatementIdentity identity, double value) {}
        List<Rank> ranks = new ArrayList<>(all.size());
        all.forEach((identity, totals) -> ranks.add(new Rank(identity, figure.rank(totals.figures()))));
        ranks.sort(Comparator.comparingDouble(Rank::value).reversed());
        ranks.stream().limit(most).filter(rank -> rank.value > 0).forEach(rank -> chosen.add(rank.identity));
    }
}
