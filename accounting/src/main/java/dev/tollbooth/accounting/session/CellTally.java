package dev.tollbooth.accounting.session;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.ru.RuModel;
import dev.tollbooth.accounting.ru.RuState;
import dev.tollbooth.accounting.statement.SchemaStatements;
import dev.tollbooth.accounting.statement.StatementStats;
import dev.tollbooth.accounting.statement.StatementTable;
import dev.tollbooth.accounting.statement.Tally;
import org.jspecify.annotations.Nullable;

/** A tally of one row and one cell of a session; keeps neither the session nor the statement alive. */
public final class CellTally extends Tally {

    private final @Nullable RuCell cell;
    private final SessionCells cells;
    private final Digest digest;
    private final RuState known;
    /** What takes the next draw; by that. */
    private @Nullable RuCell target;

    private CellTally(
            Execution owner,
            Session session,
            StatementTable table,
            StatementStats row,
            SchemaStatements schema,
            Digest digest,
            @Nullable RuCell cell,
            @Nullable RuModel model,
            @Nullable String ruSource) {
        super(owner, table.tallies(), row, schema, digest, (int) session.id(), model, ruSource);
        this.cells = session.cells();
        this.digest = digest;
        this.cell = cell;
        this.target = cell;
        this.known = ruSource == null ? RuState.OFF : RuState.KNOWN;
    }

    /**
     * Opens the tally of {@code owner}, for what it executes of {@code digest}.
     *
     * @param row what counted its last execution
     * @param cell what took it, null where request units are not collected
     * @param model what they are estimated by, null where they are off
     * @param ruSource where they are from, null where they are off
     * @return null where there are too many
     */
    public static @Nullable CellTally open(
            Execution owner,
            Session session,
            StatementTable table,
            StatementStats row,
            SchemaStatements schema,
            Digest digest,
            @Nullable RuCell cell,
            @Nullable RuModel model,
            @Nullable String ruSource) {
        if (!table.tallies().hasRoom()) {
            return null;
        }
        CellTally tally = new CellTally(owner, session, table, row, schema, digest, cell, model, ruSource);
        table.tallies().add(tally);
        return tally;
    }

    /**
     * Returns whether this counts executions of {@code of} in {@code in} that are collected in {@code collectedIn}; false
     * too once its row is known to have left the table.
     */
    public boolean isOf(Digest of, SchemaStatements in, @Nullable RuCell collectedIn) {
        return cell == collectedIn && isOf(of, in);
    }

    /** Returns whether this counts executions of {@code of}, in whatever schema; its row may have left the table. */
    public boolean isOf(Digest of) {
        return digest == of;
    }

    @Override
    protected void spent(long executions, long nanos, double ru) {
        RuCell to = target;
        if (to == null) {
            return;
        }
        while (!to.add(executions, nanos, ru, known)) {
            to = cells.cell(to.owner(), digest, to.key.plan(), to.ruPerNano);
        }
        target = to;
    }
}
