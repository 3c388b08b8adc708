package dev.tollbooth.internal.sql;

import dev.tollbooth.internal.control.NameLimit;
import dev.tollbooth.internal.table.OriginRow;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.statement.Sha256;
import java.util.Iterator;
import java.util.List;
import org.h2.value.Value;
import org.h2.value.ValueNull;
import org.jspecify.annotations.Nullable;

/**
 * The rows of {@code events_statements_summary_by_origin}, one for each statement and who in the code executes it, and of
 * {@code repetitions}, which are those that a transaction has executed ten times or more.
 *
 * @param statements where they are counted
 * @param repeated whether only repetitions are shown
 */
record OriginRows(StatementTable statements, boolean repeated) implements LiveRows<OriginRow> {

    static LiveColumns<OriginRow> columns() {
        return new LiveColumns<OriginRow>()
                .text("schema_name", StatementRows.SCHEMA_LENGTH, OriginRow::schema)
                .text("digest", StatementRows.DIGEST_LENGTH, OriginRow::digestHex)
                .text("digest_text", StatementRows.TEXT_LENGTH, OriginRow::digestText)
                .text("origin", NameLimit.MAX_LENGTH, OriginRow::origin)
                .whole("count_star", row -> row.totals().count())
                .time("sum_timer_wait", row -> row.totals().sumNanos())
                .whole("sum_errors", row -> row.totals().errors())
                .whole("sum_rows_sent", row -> row.totals().rowsRead())
                .time("sum_fetch_wait", row -> row.totals().fetchNanos())
                .fraction("sum_ru", row -> row.totals().ru())
                .wholeOrNull("max_per_transaction", OriginRows::maxPerTransaction)
                .whole("repeated_transactions", row -> row.totals().repeatedTransactions())
                .whole("repeated_executions", row -> row.totals().repeatedExecutions());
    }

    private static @Nullable Long maxPerTransaction(OriginRow row) {
        int most = row.totals().maxPerTransaction();
        return most == 0 ? null : Long.valueOf(most);
    }

    @Override
    public Iterator<OriginRow> find(Search search) {
        return rows(search).stream()
                .filter(row -> !repeated || row.totals().repeatedTransactions() != 0)
                .iterator();
    }

    private List<OriginRow> rows(Search search) {
        Value digest = search.only(StatementRows.DIGEST);
        if (digest == null || digest == ValueNull.INSTANCE) {
            return statements.origins();
        }
        try {
            return statements.origins(Sha256.ofHex(digest.getString()));
        } catch (IllegalArgumentException e) {
            return List.of(); // no row has it
        }
    }

    @Override
    public long approximateCount() {
        return statements.size() + 1L;
    }

    @Override
    public long approximateCount(int index) {
        return 2;
    }

    @Override
    public void truncate() {
        throw new UnsupportedOperationException(
                "figures by origin are emptied with events_statements_summary_by_digest");
    }
}
