package dev.tollbooth.internal.journal;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.statement.Sha256;
import org.jspecify.annotations.Nullable;

/** One statement object of a connection, driven as the proxies do it. */
public final class Statement {

    public final Session session;
    private final Cancellable cancellable;
    private @Nullable Account account;
    private @Nullable Journal journal;
    private boolean collected;
    private long start;
    private int origin;
    private long cpu = Session.NOT_READ;

    public Statement(Session session) {
        this(session, () -> {});
    }

    public Statement(Session session, Cancellable cancellable) {
        this.session = session;
        this.cancellable = cancellable;
    }

    public void begin(Spender spender, TextDigest digest, boolean isCollected, long now) {
        begin(spender.account(digest, Sha256.NONE), isCollected, now);
    }

    public void begin(Account of, boolean isCollected, long now) {
        begin(of, of.spender().estimate == null ? EntryRuState.REPORTED : EntryRuState.ESTIMATED, isCollected, now);
    }

    /** Begins an execution whose cost is estimated, or may be reported by a server. */
    public void begin(Account of, EntryRuState cost, boolean isCollected, long now) {
        account = of;
        collected = isCollected;
        start = now;
        journal = session.claim(cancellable);
        if (cpu != Session.NOT_READ) {
            journal.measure(Session.NOT_READ, 0);
        }
        session.begin(journal, of, cost.flags(collected), origin, cpu != Session.NOT_READ, now);
    }

    /** Stops the execution, which {@link #finish} then publishes. */
    public void stop() {
        session.stop(journal);
    }

    public boolean isEstimated() {
        return account.spender().estimate != null;
    }

    /** Ends an execution whose cost is estimated or was reported. */
    public @Nullable OverLimit finish(long now) {
        return finish(now, isEstimated() ? EntryRuState.ESTIMATED : EntryRuState.REPORTED);
    }

    public @Nullable OverLimit finish(long now, EntryRuState cost) {
        return finish(account, now, cost);
    }

    public @Nullable OverLimit finish(Account countedTo, long now, EntryRuState cost) {
        OverLimit over = null;
        if (account != countedTo) {
            over = session.stop(journal);
            session.charge(journal, countedTo);
            account = countedTo;
        }
        journal.setEnded(now - start, 0);
        if (journal.isMeasured()) {
            journal.setMeasured(Session.NOT_READ, cpu);
        }
        session.end(journal, cost, 0, 0);
        return over;
    }

    /** Sets the number of the origin of further executions. */
    public Statement of(int number) {
        origin = number;
        return this;
    }

    /** Sets the CPU time of further executions. */
    public Statement measured(long cpuNanos) {
        cpu = cpuNanos;
        return this;
    }

    public void tell(double ru) {
        session.addRu(account, EntryRuState.REPORTED, collected, ru, origin);
    }

    public void fetched(long nanos) {
        Journal claimed = session.claim();
        claimed.setRead(0, 0, 0, false);
        claimed.setFetched(nanos, 0);
        EntryRuState cost = isEstimated() ? EntryRuState.ESTIMATED : EntryRuState.REPORTED;
        session.endRead(claimed, account, cost.flags(collected), origin);
    }
}
