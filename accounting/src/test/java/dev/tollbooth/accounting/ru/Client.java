package dev.tollbooth.accounting.ru;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.digest.Sha256;
import dev.tollbooth.accounting.session.Execution;
import dev.tollbooth.accounting.session.RuCell;
import dev.tollbooth.accounting.session.Session;
import org.jspecify.annotations.Nullable;

/** One statement object of a connection, as the proxies drive it; counts itself what it spends. */
final class Client {

    final Session session;
    private final RuTotals spent;
    private final Execution execution;
    private final CumulativeRu readings = new CumulativeRu();
    private RuOwner owner = new RuOwner("", "", "");
    private @Nullable Digest digest;
    private double rate;
    private @Nullable RuCell cell;
    private boolean shown;
    private long start;
    private double read;

    /** What it spends in collected executions is added to {@code spent} when it is known. */
    Client(Session session, RuTotals spent) {
        this.session = session;
        this.spent = spent;
        this.execution = new Execution(session, () -> {});
    }

    void begin(boolean collected, RuOwner user, Digest statement, double ruPerNano, long now) {
        owner = user;
        digest = statement;
        rate = ruPerNano;
        start = now;
        read = 0;
        readings.begin();
        cell = collected ? session.ruCell(owner, statement, Sha256.NONE, rate) : null;
        shown = execution.begin(statement, cell, now);
    }

    /** The source told a running total, which may be less than before. */
    void reading(double total) {
        double delta = readings.advance(total);
        read += delta;
        if (cell != null) {
            credit(0, 0, delta, RuState.KNOWN);
        }
    }

    void finish(long now, RuState state) {
        long end = shown ? execution.end(now) : now;
        if (cell != null) {
            credit(1, end - start, 0, state);
        }
    }

    /** The result set was read for some time after its execution. */
    void fetched(long nanos, double ru) {
        if (cell != null) {
            credit(0, nanos, ru, RuState.KNOWN);
        }
    }

    boolean isCollected() {
        return cell != null;
    }

    double read() {
        return read;
    }

    private void credit(long count, long nanos, double ru, RuState state) {
        RuCell target = cell;
        while (!target.add(count, nanos, ru, state)) {
            target = session.ruCell(owner, digest, Sha256.NONE, rate);
        }
        cell = target;
        spent.add(
                ru + nanos * rate,
                count,
                nanos,
                state == RuState.UNKNOWN ? count : 0,
                state == RuState.OFF ? count : 0);
    }
}
