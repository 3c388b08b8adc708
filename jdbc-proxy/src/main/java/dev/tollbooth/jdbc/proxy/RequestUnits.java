package dev.tollbooth.jdbc.proxy;

import dev.tollbooth.accounting.control.Failures;
import dev.tollbooth.accounting.control.Place;
import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.digest.Sha256;
import dev.tollbooth.accounting.ru.Plan;
import dev.tollbooth.accounting.ru.PlanTexts;
import dev.tollbooth.accounting.ru.RuOwner;
import dev.tollbooth.accounting.ru.RuState;
import dev.tollbooth.accounting.session.RuCell;
import dev.tollbooth.accounting.session.Session;
import dev.tollbooth.accounting.session.SessionRegistry;
import dev.tollbooth.jdbc.source.BatchCounts;
import dev.tollbooth.jdbc.source.EstimatedRuSource;
import dev.tollbooth.jdbc.source.LateReading;
import dev.tollbooth.jdbc.source.RuOptions;
import dev.tollbooth.jdbc.source.RuReader;
import dev.tollbooth.jdbc.source.RuReading;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import org.jspecify.annotations.Nullable;

/**
 * The request units of one connection: where they are from, and whom and which plan they are credited to.
 *
 * <p>Where the server tells them, they are credited when it has told them; where it never does, they are estimated.
 * Thread-safe.
 */
final class RequestUnits {

    private final SessionRegistry sessions;
    private final Session session;
    private final Failures failures;
    private final PlanTexts plans;
    private final @Nullable EstimatedRuSource estimate;
    private final @Nullable RuReader reader;
    private final @Nullable Explaining explaining;
    private final double perNano;
    private final @Nullable String estimateName;
    private final RuState estimateState;

    /** Of what is estimated, and of what is told; a lost race makes another one that is equal. */
    private volatile RuOwner estimated;

    private volatile RuOwner told;

    RequestUnits(
            Instruments instruments,
            Session session,
            String keyspace,
            @Nullable RuReader reader,
            @Nullable Explaining explaining) {
        RuOptions options = instruments.sources().options();
        this.sessions = instruments.sessions();
        this.session = session;
        this.failures = instruments.failures();
        this.plans = instruments.plans();
        this.estimate = instruments.estimate();
        this.reader = reader;
        this.explaining = explaining;
        this.perNano = estimate == null ? 0 : estimate.perNano();
        this.estimateName = estimate == null ? null : EstimatedRuSource.NAME;
        this.estimateState = estimate == null ? RuState.OFF : RuState.KNOWN;
        this.estimated = new RuOwner(keyspace, estimate == null ? "off" : EstimatedRuSource.NAME, session.user());
        this.told = new RuOwner(keyspace, options.source(), session.user());
    }

    /** Returns what takes the request units of an execution that begins now, where they are collected; null by a failure. */
    @Nullable
    RuCell begin(StatementProxy statement, StatementRun run, Digest digest) {
        try {
            if (reader == null && explaining == null) {
                RuCell last = run.cellOf(digest);
                return last != null && !last.isRetired()
                        ? last
                        : session.ruCell(estimated(run.user()), digest, Sha256.NONE, perNano);
            }
            if (isTold()) {
                Sha256 plan = statement.lastDigest == digest ? statement.lastPlan : Sha256.NONE;
                return session.ruCell(told(told.source(), run.user()), digest, plan, 0);
            }
            if (explaining != null) {
                statement.lastPlan = explaining.plan(statement, digest);
            }
            return session.ruCell(estimated(run.user()), digest, explained(statement), perNano);
        } catch (Throwable t) {
            failures.caught(Place.BEGIN, t);
            return null;
        }
    }

    /**
     * Reads what an execution cost that ended just now, and keeps its plan; {@link RuReading#NOTHING} where it is not known
     * yet.
     */
    RuReading executed(
            StatementProxy statement,
            StatementRun run,
            Digest digest,
            boolean resultOpen,
            @Nullable Throwable failure) {
        Object counts = failure == null ? run.batchCounts : null;
        run.batchCounts = null;
        RuReader from = reader;
        if (from == null) {
            return RuReading.NOTHING;
        }
        RuReading reading = RuReading.NOTHING;
        try {
            reading = counts == null
                    ? from.executed(statement.delegate, digest, run.user(), resultOpen, failure)
                    : from.executedBatch(statement.delegate, digest, run.user(), BatchCounts.of(counts));
        } catch (Throwable t) {
            failures.caught(Place.RU_SOURCE, t);
        }
        statement.costIsOpen = resultOpen && reading.isNothing() && from.isExpected();
        statement.costIsLater = resultOpen && reading.isLater();
        statement.costIsTold = reading.state() == RuState.KNOWN;
        if (reading.isNothing() && !resultOpen && from.isExpected()) {
            reading = RuReading.unknown(told.source());
        }
        keepPlan(statement, digest, reading);
        return reading;
    }

    /** As {@link #executed}, of a result set that has ended; {@code closed} if no more will be heard of it. */
    RuReading drained(StatementProxy statement, Digest digest, boolean closed) {
        RuReader from = reader;
        if (from == null) {
            return RuReading.NOTHING;
        }
        RuReading reading = RuReading.NOTHING;
        try {
            reading = from.drained(statement.delegate, digest);
        } catch (Throwable t) {
            failures.caught(Place.RU_SOURCE, t);
        }
        if (reading.isNothing() && closed) {
            reading = RuReading.unknown(told.source());
        }
        statement.costIsOpen = reading.isNothing();
        return reading;
    }

    /** Whether an execution of this reading is estimated. */
    boolean isEstimated(RuReading reading) {
        return reading.isNothing() && !isTold();
    }

    /** Whether the server tells what this connection's statements cost. */
    private boolean isTold() {
        RuReader from = reader;
        return from != null && from.isExpected();
    }

    /** As {@link #isTold()}, or it has told that of the statement's last execution: its rows are not estimated. */
    private boolean isTold(StatementProxy statement) {
        return statement.costIsTold || isTold();
    }

    /** Returns the request units of a nanosecond of what is estimated. */
    double perNano() {
        return perNano;
    }

    /** Returns the estimated request units of an execution beside those of its time and of its result set. */
    double perStatement(Digest digest) {
        EstimatedRuSource factors = estimate;
        return factors == null ? 0 : factors.perStatement(digest.kind());
    }

    /** Returns the estimated request units of a part of a result set that was read, beside those of its time. */
    double ofBytesRead(long bytes) {
        EstimatedRuSource factors = estimate;
        return factors == null ? 0 : factors.ofBytesRead(bytes);
    }

    /** Returns where an estimate is from, null if there is none. */
    @Nullable
    String estimateName() {
        return estimateName;
    }

    /** Returns where a reading is from, null if it is not known. */
    @Nullable
    String source(RuReading reading) {
        if (isEstimated(reading)) {
            return estimateName;
        }
        return reading.state() == RuState.KNOWN && !reading.isNothing() ? reading.source() : null;
    }

    /** Returns where the request units of a result set are from, null if nothing of them is known. */
    @Nullable
    String fetchSource(StatementProxy statement) {
        return isTold(statement) ? null : estimateName;
    }

    /** Credits an execution that is estimated: {@code ru} beside those of its time. */
    void spend(RuCell begun, Digest digest, long elapsedNanos, double ru) {
        add(begun, digest, 1, elapsedNanos, ru, estimateState);
    }

    /** Credits an execution that was told to {@code begun}, or to the cell of the plan and source that came to light. */
    void spendTold(
            StatementProxy statement,
            StatementRun run,
            RuCell begun,
            Digest digest,
            long elapsedNanos,
            RuReading reading) {
        boolean isOpen = reading.isNothing() || reading.isLater();
        RuState state = isOpen ? RuState.KNOWN : reading.state();
        RuCell now = reading.isNothing() ? begun : tellingCell(statement, run, digest, reading);
        long sampled = now == begun ? 0 : run.sampledNanos();
        if (sampled > 0) {
            // the tick has shown it in the plan of its begin: there its count and that time stay
            add(begun, digest, 1, sampled, 0, RuState.KNOWN);
            add(now, digest, 0, elapsedNanos - sampled, reading.ru(), RuState.KNOWN);
        } else {
            add(now, digest, 1, elapsedNanos, reading.ru(), state);
        }
    }

    /** Credits a part of a result set that was read: {@code ru} beside those of its time, of no meaning where they are told. */
    void spendFetch(StatementProxy statement, StatementRun run, Digest digest, long nanos, double ru) {
        if (isTold(statement)) {
            RuCell cell = session.ruCell(told(told.source(), run.user()), digest, statement.lastPlan, 0);
            add(cell, digest, 0, nanos, 0, RuState.KNOWN);
        } else {
            RuCell begun = explaining == null ? run.cellOf(digest) : null;
            RuCell cell = begun == null
                    ? session.ruCell(estimated(run.user()), digest, explained(statement), perNano)
                    : begun;
            add(cell, digest, 0, nanos, ru, RuState.KNOWN);
        }
    }

    /** Credits what was told of an execution that is counted already. */
    void spendLate(Digest digest, String user, Sha256 plan, RuReading reading) {
        RuCell cell = session.ruCell(told(reading.source(), user), digest, plan, 0);
        if (reading.state() == RuState.KNOWN) {
            add(cell, digest, 0, 0, reading.ru(), RuState.KNOWN);
        } else {
            while (!cell.addUntold(reading.state())) {
                cell = session.again(cell, digest);
            }
        }
    }

    /** As {@link #spendLate}, of an execution of another statement of the connection, whose plan is kept too. */
    void spendLate(LateReading late) {
        Plan plan = late.reading().plan();
        if (plan != null) {
            plans.keep(plan);
        }
        if (sessions.isCollecting()) {
            spendLate(late.digest(), late.user(), plan == null ? Sha256.NONE : plan.digest(), late.reading());
        }
    }

    private RuCell tellingCell(StatementProxy statement, StatementRun run, Digest digest, RuReading reading) {
        String source = reading.isLater() ? told.source() : reading.source();
        return session.ruCell(told(source, run.user()), digest, statement.lastPlan, 0);
    }

    /** Keeps the plan of a reading: what is credited from now on is of it. */
    void keepPlan(StatementProxy statement, Digest digest, RuReading reading) {
        Plan plan = reading.plan();
        if (plan != null) {
            statement.lastPlan = plan.digest();
            plans.keep(plan);
        } else if (isTold() && statement.lastDigest != digest) {
            statement.lastPlan = Sha256.NONE;
        }
    }

    private void add(RuCell cell, Digest digest, int executions, long nanos, double ru, RuState state) {
        RuCell target = cell;
        while (!target.add(executions, nanos, ru, state)) {
            // of the owner at its begin: the user may have changed since
            target = session.again(cell, digest);
        }
    }

    /** The plan that the database has said of what is estimated. */
    private Sha256 explained(StatementProxy statement) {
        return explaining == null ? Sha256.NONE : statement.lastPlan;
    }

    private RuOwner estimated(String user) {
        RuOwner now = estimated;
        if (!now.user().equals(user)) {
            now = new RuOwner(now.keyspace(), now.source(), user);
            estimated = now;
        }
        return now;
    }

    private RuOwner told(String source, String user) {
        RuOwner now = told;
        if (!now.source().equals(source) || !now.user().equals(user)) {
            now = new RuOwner(now.keyspace(), source, user);
            told = now;
        }
        return now;
    }

    /** Reads what came with rows whose cost is told later. */
    void fetched(ResultSet rows) {
        if (reader != null) { // else the lambda's class would be a part of each start
            read(from -> from.fetched(rows));
        }
    }

    /** Reads what came with the end of a transaction. */
    void transactionEnded() {
        read(RuReader::transactionEnded);
    }

    /** Gives up what was not told. */
    void closed() {
        read(RuReader::closed);
    }

    /** The application has cleared a statement's warnings. */
    void warningsCleared() {
        read(RuReader::warningsCleared);
    }

    void clearingConnection() {
        read(RuReader::clearingConnection);
    }

    interface Reading {
        void by(RuReader reader) throws SQLException;
    }

    private void read(Reading what) {
        RuReader from = reader;
        if (from != null) {
            try {
                what.by(from);
            } catch (Throwable t) {
                failures.caught(Place.RU_SOURCE, t);
            }
        }
    }

    /** Returns what has come to light of an execution before, null if there is no more. */
    @Nullable
    LateReading late() {
        RuReader from = reader;
        return from == null ? null : from.late();
    }

    /** Returns the warnings of the connection that the application sees. */
    @Nullable
    SQLWarning visibleOfConnection(@Nullable SQLWarning chain) {
        RuReader from = reader;
        if (from == null) {
            return chain;
        }
        try {
            return from.visibleOfConnection(chain);
        } catch (Throwable t) {
            failures.caught(Place.RU_SOURCE, t);
            return chain;
        }
    }

    /** Returns the warnings that the application sees. */
    @Nullable
    SQLWarning visible(@Nullable SQLWarning chain) {
        RuReader from = reader;
        if (from == null) {
            return chain;
        }
        try {
            return from.visible(chain);
        } catch (Throwable t) {
            failures.caught(Place.RU_SOURCE, t);
            return chain;
        }
    }

    /** Returns how many warnings of an execution that has ended the application sees, {@code limit} at most. */
    int countVisible(@Nullable SQLWarning chain, int limit) {
        RuReader from = reader;
        try {
            return from == null ? RuReader.length(chain, limit) : from.countVisible(chain, limit);
        } catch (Throwable t) {
            failures.caught(Place.RU_SOURCE, t);
            return 0;
        }
    }
}
