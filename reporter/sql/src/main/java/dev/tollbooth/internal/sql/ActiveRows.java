package dev.tollbooth.internal.sql;

import dev.tollbooth.internal.control.NameLimit;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.statement.RunningStatement;
import java.util.Iterator;

/**
 * The rows of {@code active_statements}: the running statements.
 *
 * @param sessions the open sessions
 */
record ActiveRows(SessionRegistry sessions) implements LiveRows<RunningStatement> {

    private static final int ID_LENGTH = 64;
    private static final int USER_LENGTH = NameLimit.MAX_LENGTH;
    private static final int ORIGIN_LENGTH = NameLimit.MAX_LENGTH;

    static LiveColumns<RunningStatement> columns() {
        return new LiveColumns<RunningStatement>()
                .text("id", ID_LENGTH, RunningStatement::id)
                .text("user_name", USER_LENGTH, RunningStatement::user)
                .text("digest", StatementRows.DIGEST_LENGTH, row -> row.digest().hex())
                .text(
                        "digest_text",
                        StatementRows.TEXT_LENGTH,
                        row -> row.digest().text())
                .time("timer_wait", RunningStatement::elapsedNanos)
                .fractionOrNull("ru_so_far", RunningStatement::ru)
                .wholeOrNull("client_bytes", RunningStatement::clientBytes)
                .text("origin", ORIGIN_LENGTH, row -> row.origin().isEmpty() ? null : row.origin());
    }

    @Override
    public Iterator<RunningStatement> find(Search search) {
        return sessions.list().iterator();
    }

    /** Returns one more than the number of sessions, because nearly all of them have at most one running statement. */
    @Override
    public long approximateCount() {
        return sessions.size() + 1L;
    }

    @Override
    public void truncate() {
        throw new UnsupportedOperationException(
                "running statements can't be emptied; cancel them through the MBean ActiveStatements");
    }
}
