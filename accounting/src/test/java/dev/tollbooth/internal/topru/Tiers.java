package dev.tollbooth.internal.topru;

import dev.tollbooth.internal.cost.RuTotals;
import java.util.HashMap;
import java.util.Map;

/** The parts between the sessions and the closed windows. */
final class Tiers {

    private Tiers() {}

    static RuTotals held(TopRu topRu) {
        Map<String, RuTotals> totals = new HashMap<>();
        synchronized (topRu.workLock) {
            topRu.windows.tables().forEach(table -> table.sumInto(totals));
            topRu.queue.forEach(batch -> batch.table().sumInto(totals));
        }
        synchronized (topRu.tickLock) {
            if (topRu.pending != null) {
                topRu.pending.table().sumInto(totals);
            }
        }
        RuTotals sum = new RuTotals();
        totals.values().forEach(sum::add);
        return sum;
    }
}
