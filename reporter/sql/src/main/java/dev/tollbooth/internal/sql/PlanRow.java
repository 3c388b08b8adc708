package dev.tollbooth.internal.sql;

import dev.tollbooth.internal.control.NameLimit;
import dev.tollbooth.internal.cost.RuTotals;
import dev.tollbooth.internal.report.WindowHistory;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.statement.Sha256;
import org.jspecify.annotations.Nullable;

/** One row of {@code events_statements_summary_by_plan}, as it is added up. Not thread-safe. */
final class PlanRow {

    /** The key of a row; request units of two sources are never added. */
    record Key(String keyspace, Sha256 digest, Sha256 plan, String source) {

        static Key of(RuRecord row) {
            return new Key(row.keyspace(), row.sqlDigest(), row.planDigest(), row.source());
        }
    }

    private final Key key;
    private final RuTotals totals = new RuTotals();
    private long firstEpochSeconds = Long.MAX_VALUE;
    private long lastEpochSeconds;

    PlanRow(Key key) {
        this.key = key;
    }

    /** Adds an item, whose width is {@code seconds}. */
    void add(RuItem item, int seconds) {
        totals.add(item.ru(), item.execCount(), item.execDurationNanos(), item.unknownCount(), item.offCount());
        firstEpochSeconds = Math.min(firstEpochSeconds, item.startEpochSeconds());
        lastEpochSeconds = Math.max(lastEpochSeconds, item.startEpochSeconds() + seconds);
    }

    static LiveColumns<PlanRow> columns(WindowHistory texts) {
        return new LiveColumns<PlanRow>()
                .text("keyspace", NameLimit.MAX_LENGTH, row -> row.key.keyspace())
                .text("digest", StatementRows.DIGEST_LENGTH, row -> StatementRows.hex(row.key.digest()))
                .text("plan_digest", StatementRows.DIGEST_LENGTH, row -> StatementRows.hex(row.key.plan()))
                .text("digest_text", StatementRows.TEXT_LENGTH, row -> texts.sqlText(row.key.digest()))
                .text("plan_text", StatementRows.TEXT_LENGTH, row -> texts.planText(row.key.plan()))
                .whole("count_star", row -> row.totals.execCount())
                .time("sum_timer_wait", row -> row.totals.durationNanos())
                .timeOrNull("avg_timer_wait", PlanRow::averageNanos)
                .fractionOrNull("sum_ru", PlanRow::ru)
                .text("ru_source", NameLimit.MAX_LENGTH, row -> row.key.source())
                .moment("first_seen", row -> row.firstEpochSeconds * 1_000)
                .moment("last_seen", row -> row.lastEpochSeconds * 1_000);
    }

    private @Nullable Long averageNanos() {
        long count = totals.execCount();
        return count == 0 ? null : Long.valueOf(totals.durationNanos() / count);
    }

    private @Nullable Double ru() {
        return totals.toItem(0).isUnknown() ? null : Double.valueOf(totals.ru());
    }
}
