package dev.tollbooth.internal.topru;

import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.cost.RuTotals;
import java.util.Comparator;

/** The top statements of one owner. Not thread-safe. */
final class OwnerTable {

    /** An order by the greatest score first, then the most executions, then the smallest name. */
    static final Comparator<OwnerTable> ORDER = (a, b) -> {
        int byRu = Double.compare(b.score, a.score);
        int byCount = byRu != 0 ? byRu : Long.compare(b.total.execCount, a.total.execCount);
        return byCount != 0 ? byCount : a.owner.compareTo(b.owner);
    };

    final RuOwner owner;
    final TopTable statements;
    /** The sum of all statements and others. */
    final RuTotals total = new RuTotals();

    /** The score by which the current cut ranks this owner. Each cut computes it again. */
    double score;

    OwnerTable(RuOwner owner, int limit, TierLimits.Fold fold, FoldedSketch folded) {
        this.owner = owner;
        this.statements = new TopTable(Ranking.RU, limit, fold, folded);
    }
}
