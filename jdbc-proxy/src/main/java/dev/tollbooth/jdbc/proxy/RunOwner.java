package dev.tollbooth.jdbc.proxy;

import dev.tollbooth.accounting.session.Cancellable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * What of a statement knows its {@link StatementRun}: made, or taken from one that is closed, for the first execution, since a
 * pool may hold many statements that never run.
 *
 * <p>Thread-safety: as {@link StatementProxy}.
 */
abstract class RunOwner implements Cancellable {

    private static final VarHandle RUN;

    static {
        try {
            RUN = MethodHandles.lookup().findVarHandle(RunOwner.class, "run", StatementRun.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final StatementFunnel funnel;
    private volatile @Nullable StatementRun run;

    RunOwner(StatementFunnel funnel) {
        this.funnel = funnel;
    }

    private StatementProxy statement() {
        return (StatementProxy) this;
    }

    /** Returns what executions write. */
    final StatementRun run() {
        StatementRun known = run;
        if (known == null) {
            known = claimRun();
            known.leave();
        }
        return known;
    }

    /** Claims what the execution that begins now writes: a run of its own where another thread executes this statement. */
    final StatementRun claimRun() {
        StatementRun own = run;
        return own != null && own.claimFor(statement()) ? own : claimOther(own);
    }

    private StatementRun claimOther(@Nullable StatementRun own) {
        if (own != null && own.isOf(this)) {
            return claimNew();
        }
        StatementRun spare = funnel.spareRun();
        StatementRun claimed = spare != null && spare.isOf(null) && spare.claimFor(statement()) ? spare : claimNew();
        try {
            RUN.setRelease(this, claimed);
        } catch (Throwable t) {
            run = claimed; // it is claimed: who called must learn that
        }
        return claimed;
    }

    private StatementRun claimNew() {
        StatementRun made = new PaddedStatementRun(statement());
        if (!made.claim()) {
            throw new IllegalStateException("a run that nobody knows is claimed");
        }
        return made;
    }

    /** Returns what the last execution wrote, null where there was none or this is closed. */
    final @Nullable StatementRun lastRun() {
        return run;
    }

    /** Leaves the run to the connection's next statement, if nothing reads it any more; by one that is closed. */
    final void keepRun() {
        StatementRun last = run;
        if (last != null && last.isUnused()) {
            RUN.setRelease(this, null);
            funnel.keep(last);
        }
    }

    /** Ends the reading of all result sets: the driver closes them with what comes next. */
    void endFetches() {
        StatementRun known = run;
        if (known != null) {
            known.endFetches();
        }
    }

    /** Forgets a result set; one that is closed after its statement finds nothing. */
    final void forget(ResultSetProxy closed) {
        StatementRun known = run;
        if (known != null) {
            known.forget(closed);
        }
    }
}
