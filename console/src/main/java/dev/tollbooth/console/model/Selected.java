package dev.tollbooth.console.model;

import dev.tollbooth.statement.Quantile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** Chooses the statements that the page shows by time: those that stand out by any figure, and the row of what had no room. */
final class Selected {

    private static final int BY_TIME = 100;
    private static final int BY_OTHER_FIGURES = 25;

    private Selected() {}

    /** Returns the chosen ones. */
    static Set<StatementIdentity> of(Map<StatementIdentity, StatementTotals> all) {
        Set<StatementIdentity> chosen = new HashSet<>();
        take(chosen, all, BY_TIME, totals -> totals.sums().nanos());
        take(chosen, all, BY_OTHER_FIGURES, totals -> totals.sums().calls());
        take(chosen, all, BY_OTHER_FIGURES, totals -> totals.sums().errors());
        take(chosen, all, BY_OTHER_FIGURES, totals -> totals.sums().rowsRead());
        take(chosen, all, BY_OTHER_FIGURES, totals -> totals.sums().ru());
        take(chosen, all, BY_OTHER_FIGURES, totals -> totals.histogram().quantileNanos(Quantile.P99));
        all.keySet().stream().filter(each -> each.digest().isEmpty()).forEach(chosen::add);
        return chosen;
    }

    private static void take(
            Set<StatementIdentity> chosen,
            Map<StatementIdentity, StatementTotals> all,
            int most,
            ToDoubleFunction<StatementTotals> figure) {
        record Rank(StatementIdentity identity, double value) {}
        List<Rank> ranks = new ArrayList<>(all.size());
        all.forEach((identity, totals) -> ranks.add(new Rank(identity, figure.applyAsDouble(totals))));
        ranks.sort(Comparator.comparingDouble(Rank::value).reversed());
        ranks.stream().limit(most).filter(rank -> rank.value > 0).forEach(rank -> chosen.add(rank.identity));
    }
}
