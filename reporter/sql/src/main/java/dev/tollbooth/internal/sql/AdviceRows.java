package dev.tollbooth.internal.sql;

import dev.tollbooth.internal.control.NameLimit;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.statement.Advice;
import java.util.Iterator;

/**
 * The rows of {@code tollbooth_advice}: advice for the application.
 *
 * @param statements the statement table
 */
record AdviceRows(StatementTable statements) implements LiveRows<Advice> {

    private static final int FINDINGS = 10;

    static LiveColumns<Advice> columns() {
        return new LiveColumns<Advice>()
                .text("kind", NameLimit.MAX_LENGTH, Advice::kind)
                .text("schema_name", StatementRows.SCHEMA_LENGTH, Advice::schema)
                .text("digest", StatementRows.DIGEST_LENGTH, Advice::digest)
                .text("about", StatementRows.TEXT_LENGTH, Advice::about)
                .text("origin", NameLimit.MAX_LENGTH, Advice::origin)
                .text("why", StatementRows.TEXT_LENGTH, Advice::why)
                .fraction("saved_seconds", Advice::savedSeconds)
                .whole("saved_round_trips", Advice::savedRoundTrips)
                .fractionOrNull("saved_ru_per_hour", Advice::savedRuPerHour)
                .fraction("share", Advice::share)
                .text("remedy", StatementRows.TEXT_LENGTH, Advice::remedy)
                .text("certainty", NameLimit.MAX_LENGTH, Advice::certainty);
    }

    @Override
    public Iterator<Advice> find(Search search) {
        return statements.advice().iterator();
    }

    @Override
    public long approximateCount() {
        return FINDINGS;
    }

    @Override
    public void truncate() {
        throw new UnsupportedOperationException(
                "advice can't be truncated; truncate events_statements_summary_by_digest");
    }
}
