package dev.tollbooth.internal.report;

import dev.tollbooth.report.PlanChange;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.statement.Sha256;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A tracker that remembers the plan of each statement and finds changes of plans.
 *
 * <p>The plan of a statement in a window is the one with the most request units. The plans of the last 5,000 statements
 * are remembered. Not thread-safe.
 */
final class PlanChanges {

    static final int LIMIT = 5_000;

    private record Statement(String keyspace, Sha256 digest) {}

    private static final class Plans extends LinkedHashMap<Statement, Sha256> {

        private static final long serialVersionUID = 1L;

        Plans() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<Statement, Sha256> eldest) {
            return size() > LIMIT;
        }
    }

    private final Plans plans = new Plans();

    /**
     * Returns a change for each statement whose plan differs from its last known plan. The records are in order of
     * request units, the highest first.
     */
    List<PlanChange> next(List<RuRecord> mostFirst) {
        List<PlanChange> changes = new ArrayList<>();
        Set<Statement> seen = new HashSet<>();
        for (RuRecord record : mostFirst) {
            Statement statement = new Statement(record.keyspace(), record.sqlDigest());
            Sha256 now = record.planDigest();
            if (!now.isNone() && seen.add(statement)) {
                Sha256 before = plans.put(statement, now);
                if (before != null && !before.equals(now)) {
                    long at =
                            record.items().isEmpty() ? 0 : record.items().get(0).startEpochSeconds();
                    changes.add(new PlanChange(record.keyspace(), record.sqlDigest(), before, now, at));
                }
            }
        }
        return changes;
    }
}
