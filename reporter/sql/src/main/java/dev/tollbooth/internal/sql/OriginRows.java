package dev.tollbooth.internal.sql;

import dev.tollbooth.internal.control.NameLimit;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.table.OriginRow;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.statement.Sha256;
import java.util.Iterator;
import java.util.List;
import org.h2.value.Value;
import org.h2.value.ValueNull;

/**
 * The rows of {@code events_statements_summary_by_origin}, one per statement and origin. The rows of {@code
 * repetitions} are those with at least ten executions in one transaction.
 *
 * @param statements the statement table
 * @param repeated whether to show only repetitions
 */
record OriginRows(StatementTable statements, boolean repeated) implements LiveRows<OriginRow> {

    static LiveColumns<OriginRow> columns() {
        return new LiveColumns<OriginRow>(OriginRow::figures)
                .text("schema_name", StatementRows.SCHEMA_LENGTH, OriginRow::schema)
                .text("digest", StatementRows.DIGEST_LENGTH, OriginRow::digestHex)
                .text("digest_text", StatementRows.TEXT_LENGTH, OriginRow::digestText)
                .text("origin", NameLimit.MAX_LENGTH, OriginRow::origin)
                .figures(Figure.OF_ORIGINS);
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
            return List.of(); // no row has this digest
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
