package dev.tollbooth.internal.topru;

import dev.tollbooth.internal.cost.RuKey;
import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.cost.RuTotals;
import dev.tollbooth.report.RecordScope;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One tier: the top owners with the top statements of each, the others of each owner, and the others of all owners by
 * source. Beside them it has the top statements by duration, of all users together.
 *
 * <p>An owner may have twice its limit of statements before a cut. The table may have twice its limit of statements and
 * ten times its limit of owners. One second does not show which of a thousand tenants will be the most expensive. A cut
 * removes the cheapest. Not thread-safe.
 */
final class TierTable {

    private static final int ADMITTED_OWNERS = 10;

    private final TierLimits limits;
    private final FoldedSketch folded = new FoldedSketch();
    private final FoldedSketch foldedSql = new FoldedSketch();
    private final int ownerLimit;
    private final int statementLimit;
    private final HashMap<RuOwner, OwnerTable> owners = new HashMap<>();
    private int mostOwners; // made anew, because the map does not shrink
    private @Nullable OwnerTable latest;
    private int statements;
    private final TreeMap<String, RuTotals> globalOthers = new TreeMap<>();
    final TopTable sql;

    TierTable(TierLimits limits, int ownerLimit, int statementLimit, int sqlLimit) {
        this.limits = limits;
        this.ownerLimit = ownerLimit;
        this.statementLimit = statementLimit;
        this.sql = new TopTable(Ranking.DURATION, sqlLimit, limits.fold(), foldedSql);
    }

    /** Adds one increment to both rankings. */
    void add(RuKey key, RuTotals spent) {
        totals(key, spent);
        addDuration(key, spent);
    }

    /** Adds one increment to the ranking by duration, which has no origins. */
    void addDuration(RuKey key, RuTotals spent) {
        if (key.scope() == RecordScope.STATEMENT) {
            sql.addSums(key, spent);
        } else {
            sql.others.addSums(spent);
        }
    }

    private void totals(RuKey key, RuTotals spent) {
        if (key.scope() == RecordScope.GLOBAL_OTHERS) {
            globalOthers(key.owner().source()).add(spent);
            return;
        }
        OwnerTable table = owner(key.owner());
        table.total.add(spent);
        if (key.scope() == RecordScope.STATEMENT) {
            int before = table.statements.size();
            table.statements.add(key, spent);
            statements += table.statements.size() - before;
        } else {
            table.statements.others.add(spent);
        }
    }

    private OwnerTable owner(RuOwner owner) {
        // increments of one session come together
        OwnerTable last = latest;
        if (last != null && last.owner.equals(owner)) {
            return last;
        }
        OwnerTable found = owners.get(owner);
        if (found == null) {
            if (isFull(2)) {
                cutOwners();
            }
            found = new OwnerTable(owner, statementLimit, limits.fold(), folded);
            owners.put(owner, found);
            mostOwners = Math.max(mostOwners, owners.size());
        }
        latest = found;
        return found;
    }

    private RuTotals globalOthers(String source) {
        return globalOthers.computeIfAbsent(source, name -> new RuTotals());
    }

    /** Adds {@code source}. */
    void addAll(TierTable source) {
        for (OwnerTable from : source.owners.values()) {
            OwnerTable table = owner(from.owner);
            int before = table.statements.size();
            table.statements.addAll(from.statements);
            statements += table.statements.size() - before;
            table.total.add(from.total);
        }
        source.globalOthers.forEach((name, totals) -> globalOthers(name).add(totals));
        sql.addAll(source.sql);
    }

    /** Cuts this table to the top owners with the top statements of each, and returns it. */
    TierTable cut() {
        cutOwners();
        owners.values().forEach(table -> table.statements.cut());
        countStatements();
        sql.cut();
        return this;
    }

    /**
     * Cuts and returns this table as {@link #cut} does, but only if it has too many owners or, over all owners, too
     * many statements.
     */
    TierTable cutIfLarge() {
        return isFull(1) ? cut() : this;
    }

    private boolean isFull(int times) {
        return owners.size() >= ADMITTED_OWNERS * ownerLimit
                || statements >= (long) times * ownerLimit * statementLimit;
    }

    private void countStatements() {
        statements = 0;
        for (OwnerTable table : owners.values()) {
            statements += table.statements.size();
        }
    }

    /** Returns this table cut to a report's bounds. */
    TierTable reportCut() {
        TierTable report = limits.reportTable();
        report.addAll(this);
        return report.cut();
    }

    private void cutOwners() {
        if (owners.size() <= ownerLimit) {
            return;
        }
        latest = null;
        OwnerTable[] tables = owners.values().toArray(new OwnerTable[0]);
        for (OwnerTable table : tables) {
            table.score = table.total.ru + folded.estimate(table.owner.hashCode());
        }
        Selection.firstOf(tables, 0, tables.length, ownerLimit, OwnerTable.ORDER);
        for (int i = ownerLimit; i < tables.length; i++) {
            folded.raise(tables[i].owner.hashCode(), tables[i].score);
            limits.fold().fold(globalOthers(tables[i].owner.source()), tables[i].total);
            owners.remove(tables[i].owner);
        }
        countStatements();
    }

    Collection<OwnerTable> owners() {
        return owners.values();
    }

    /** Returns the others of all owners that were not kept, by source. */
    Map<String, RuTotals> globalOthers() {
        return globalOthers;
    }

    boolean isEmpty() {
        return owners.isEmpty() && globalOthers.isEmpty() && sql.isEmpty();
    }

    /**
     * Adds everything to {@code target} by source, except the ranking by duration, because that ranking repeats the
     * same request units.
     */
    void sumInto(Map<String, RuTotals> target) {
        owners.values().forEach(table -> table.statements.sumInto(ClosedWindows.of(target, table.owner.source())));
        globalOthers.forEach(
                (source, totals) -> ClosedWindows.of(target, source).add(totals));
    }

    /** Returns the number of keys, others included. */
    int keys() {
        int keys = globalOthers.size();
        for (OwnerTable table : owners.values()) {
            keys += table.statements.size() + 1;
        }
        return keys;
    }

    /** Returns the bytes of heap. */
    long bytes() {
        long bytes = folded.bytes() + foldedSql.bytes() + sql.bytes() + TierWeights.map(mostOwners);
        for (OwnerTable table : owners.values()) {
            bytes += TierWeights.OWNER + table.statements.bytes();
            if (table.total.hasOrigins()) {
                bytes += table.total.originBytes() + table.statements.originBytes();
            }
        }
        for (RuTotals others : globalOthers.values()) {
            bytes += others.originBytes();
        }
        return bytes;
    }
}
