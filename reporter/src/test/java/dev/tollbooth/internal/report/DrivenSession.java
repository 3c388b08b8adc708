package dev.tollbooth.internal.report;

import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.journal.Account;
import dev.tollbooth.internal.journal.Cancellable;
import dev.tollbooth.internal.journal.EntryRuState;
import dev.tollbooth.internal.journal.Journal;
import dev.tollbooth.internal.journal.Session;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.journal.Spender;
import dev.tollbooth.internal.table.SchemaStatements;
import dev.tollbooth.statement.Sha256;

/** A connection that executes one statement after the other, as the proxies do; the test sets the time of each. */
public final class DrivenSession implements AutoCloseable {

    private final SessionRegistry sessions;
    private final Session session;
    private final Spender spender;

    /** Opens a connection to {@code schema} whose request units the server reports. */
    public DrivenSession(SessionRegistry sessions, SchemaStatements schema, RuOwner owner) {
        this.sessions = sessions;
        this.session = sessions.open(owner.user());
        this.spender = sessions.spender(schema, owner, null);
    }

    /** A running execution. */
    public final class Running {

        private final Account account;
        private final Journal journal;
        private final boolean collected;

        private Running(TextDigest digest, Cancellable statement, long startNanos) {
            account = spender.account(digest, Sha256.NONE);
            collected = sessions.isCollecting();
            journal = session.claim(statement);
            session.begin(journal, account, EntryRuState.REPORTED.flags(collected), 0, false, startNanos);
        }

        /** Ends the execution; returns whether its request units are collected. */
        public boolean end(long elapsedNanos, double ru) {
            journal.setEnded(elapsedNanos, 0);
            session.end(journal, EntryRuState.REPORTED, 0, 0);
            session.addRu(account, EntryRuState.REPORTED, collected, ru, 0);
            return collected;
        }
    }

    /** Begins an execution of {@code digest}, which {@code statement} can cancel. */
    public Running begin(TextDigest digest, Cancellable statement, long startNanos) {
        return new Running(digest, statement, startNanos);
    }

    @Override
    public void close() {
        sessions.close(session);
    }
}
