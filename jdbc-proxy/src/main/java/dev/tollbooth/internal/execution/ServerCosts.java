package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.control.AccountingSwitch;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.cost.RuTermSums;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.journal.Account;
import dev.tollbooth.internal.journal.EntryRuState;
import dev.tollbooth.internal.journal.Journal;
import dev.tollbooth.internal.journal.Session;
import dev.tollbooth.internal.ru.ExecutedStatement;
import dev.tollbooth.internal.ru.InternalRuReader;
import dev.tollbooth.internal.ru.LateReading;
import dev.tollbooth.internal.ru.RuReading;
import dev.tollbooth.internal.topru.HashedTexts;
import dev.tollbooth.spi.Plan;
import dev.tollbooth.statement.Sha256;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A counter of the request units that the server of one connection reports: with the response, at the end of a result
 * set, or later. A reported cost counts in the account of its execution. If the server never reports any, costs are
 * estimated.
 *
 * <p>Thread-safe. An exception of the driver on a closed connection is no failure of accounting.
 */
public final class ServerCosts {

    /** The states of the server's report about the last execution's cost. */
    enum Reported {
        /** Nothing was reported yet: the cost comes with the rest of the result set, or never. */
        OPEN,
        /** The server will report the cost later, with another response. */
        LATER,
        /** The cost was reported. */
        COST
    }

    private final InternalRuReader reader;
    private final Connection connection;
    private final AccountFinder accounts;
    private final Session session;
    private final AccountingSwitch accounting;
    private final HashedTexts<String> plans;
    private final Failures failures;

    /** A callback that learns of reported costs. Before the first cost, only executions with warnings are read. */
    private final Consumer<ServerCosts> heard;

    /** Whether executions without a warning are read, too. */
    private volatile boolean awake;

    ServerCosts(
            AccountingContext instruments,
            InternalRuReader reader,
            Connection connection,
            AccountFinder accounts,
            Session session,
            Consumer<ServerCosts> heard) {
        this.reader = reader;
        this.heard = heard;
        this.connection = connection;
        this.accounts = accounts;
        this.session = session;
        this.accounting = instruments.accounting();
        this.plans = instruments.costs().plans();
        this.failures = instruments.failures();
    }

    /** Returns the account in which an execution begins; {@code plan} is the explained plan. */
    Account begin(TextDigest digest, Sha256 plan, @Nullable Account last) {
        if (last != null && last.digest() == digest && accounts.isReported(last)) {
            return accounts.reported(digest, last.plan(), last);
        }
        return isExpected() ? accounts.reported(digest, Sha256.NONE, last) : accounts.estimated(digest, plan, last);
    }

    /** Reads the costs of all executions from now on, unless the reader has not seen a cost yet. */
    void wake() {
        if (!awake && !reader.isSilent()) {
            awake = true;
            heard.accept(this);
        }
    }

    private boolean isExpected() {
        return awake && reader.isExpected();
    }

    /**
     * Reads and returns the cost of an execution that this thread has stopped.
     *
     * @param warnings the warnings of the execution, null if there are none
     * @param result the driver's result, null for a count or a flag
     * @param affected the result of {@link OutcomeReader#affected}
     */
    RuReading read(
            AccountedStatement statement,
            Journal stopped,
            Account begun,
            @Nullable SQLWarning warnings,
            @Nullable Object result,
            long affected,
            @Nullable Throwable failure) {
        if (!awake && warnings == null) {
            statement.cost = null;
            return RuReading.NOTHING;
        }
        boolean resultOpen = affected == OutcomeReader.RESULT_SET;
        RuReading reading = RuReading.NOTHING;
        ExecutedStatement what =
                new ExecutedStatement(begun.digest(), begun.spender().user(), stopped.origin());
        try {
            reading = result == null || resultOpen
                    ? reader.executed(statement.driverStatement(), what, resultOpen, failure)
                    : reader.executedBatch(statement.driverStatement(), what, result);
        } catch (Throwable t) {
            failed(t);
        }
        wake();
        if (!reading.isNothing()) {
            heard.accept(this);
        }
        boolean expected = isExpected();
        statement.cost = reported(reading, resultOpen, expected);
        return reading.isNothing() && !resultOpen && expected ? RuReading.unknown(expectedSource()) : reading;
    }

    private static @Nullable Reported reported(RuReading reading, boolean resultOpen, boolean expected) {
        if (reading.state() == EntryRuState.REPORTED) {
            return Reported.COST;
        }
        if (resultOpen && reading.isLater()) {
            return Reported.LATER;
        }
        return resultOpen && reading.isNothing() && expected ? Reported.OPEN : null;
    }

    /** Returns the account of an execution with this reading. */
    private Account account(Account begun, RuReading reading) {
        keep(reading.plan());
        if (isEstimated(reading)) {
            return accounts.estimatedAs(begun);
        }
        String source = reading.isNothing() || reading.isLater() ? expectedSource() : reading.source();
        return accounts.reported(begun, source, plan(begun, reading));
    }

    /** Returns the source of a cost that was not reported yet. */
    private String expectedSource() {
        String source = reader.source();
        return source.isEmpty() ? accounts.toldSource() : source;
    }

    private static Sha256 plan(Account begun, RuReading reading) {
        Plan told = reading.plan();
        return told == null ? begun.plan() : told.digest();
    }

    private void keep(@Nullable Plan plan) {
        if (plan != null) {
            plans.keep(plan.digest(), plan.text());
        }
    }

    /** Returns whether an execution with this reading is estimated. */
    private boolean isEstimated(RuReading reading) {
        return reading.isNothing() && !isExpected();
    }

    /** Returns the state of the request units of an execution with this reading. */
    private EntryRuState state(RuReading reading) {
        if (isEstimated(reading)) {
            return accounts.estimateState();
        }
        return reading.isNothing() || reading.isLater() ? EntryRuState.REPORTED : reading.state();
    }

    /** Counts an execution that this thread has stopped, with its cost if that is known; returns its account. */
    Account end(
            AccountedStatement statement,
            Journal stopped,
            Account begun,
            RuReading reading,
            int failure,
            @Nullable SQLWarning warnings) {
        Account counted = account(begun, reading);
        if (counted != begun) {
            session.charge(stopped, counted);
        }
        int origin = stopped.origin(); // not the statement's, which another thread may execute too
        session.end(stopped, state(reading), failure, OutcomeReader.visible(warnings, this));
        if (reading.state() == EntryRuState.REPORTED) {
            addRu(counted, statement.collected, reading, origin);
        }
        if (awake) {
            creditLate();
        }
        return counted;
    }

    private void addRu(Account account, boolean collected, RuReading reading, int origin) {
        session.addRu(account, reading.state(), collected, reading.ru(), origin);
        RuTermSums terms = reading.terms();
        if (terms != null) {
            session.addRuTerms(account, terms);
        }
    }

    /** Returns the state of request units of a result's rows: estimated only if the server reports no cost for them. */
    EntryRuState stateOfRows(AccountedStatement statement) {
        boolean estimated = statement.cost != Reported.COST && !isExpected();
        return estimated ? accounts.estimateState() : EntryRuState.REPORTED;
    }

    /** Counts a failure, unless the driver threw it on a closed connection. */
    private void failed(Throwable failure) {
        if (!ConnectionFacts.isLost(connection, failure)) {
            failures.caught(Place.RU_SOURCE, failure);
        }
    }

    /** Counts the costs of earlier executions that are known by now. */
    private void creditLate() {
        try {
            for (LateReading late = reader.late(); late != null; late = reader.late()) {
                RuReading reading = late.reading();
                keep(reading.plan());
                ExecutedStatement what = late.what();
                Account account = accounts.reported(reading.source(), what.user(), what.digest(), late.countedIn());
                addRu(account, accounting.isCollecting(), reading, what.origin());
            }
            wake();
        } catch (Throwable t) {
            failed(t);
        }
    }

    /**
     * Handles the end of a result set whose cost was not reported at the execution.
     *
     * @param closed whether no more responses will come
     */
    void drained(AccountedStatement statement, boolean closed) {
        Account counted = statement.account;
        if (counted == null || statement.cost != Reported.OPEN) {
            return;
        }
        RuReading reading = RuReading.NOTHING;
        try {
            reading = reader.drained(statement.driverStatement(), counted.digest());
        } catch (Throwable t) {
            failed(t);
        }
        if (reading.isNothing() && closed) {
            reading = RuReading.unknown(counted.spender().source());
        }
        if (reading.isNothing()) {
            return;
        }
        statement.cost = null;
        keep(reading.plan());
        // this execution keeps its plan; later ones get the reported plan
        Account told = accounts.reported(counted, reading.source(), counted.plan());
        if (reading.state() != EntryRuState.REPORTED) {
            told = counted;
        } else if (told != counted) {
            // the cost has another source than expected; its count as unknown keeps the expected source from showing 0
            session.addRu(counted, EntryRuState.UNKNOWN, statement.collected, 0, statement.origin);
        }
        addRu(told, statement.collected, reading, statement.origin);
        statement.account = accounts.reported(counted, reading.source(), plan(counted, reading));
    }

    /** Reads costs that come with rows, at their end or before they are closed. */
    void fetched(AccountedStatement statement, ResultSet rows, boolean ended) {
        if (ended) {
            drained(statement, false);
        }
        if (statement.cost == Reported.LATER) {
            read(() -> reader.fetched(rows));
            creditLate();
        }
    }

    /** Reads the costs that the server sent with a commit or rollback, and credits them to their executions. */
    void transactionEnded() {
        read(reader::transactionEnded);
        creditLate();
    }

    /** Gives up costs that were not reported yet, because the connection is closed. */
    void closed() {
        read(reader::closed);
        creditLate();
    }

    /** Records that the application has cleared a statement's warnings. */
    public void warningsCleared() {
        read(reader::warningsCleared);
    }

    /** Records that the application is about to clear the connection's warnings. */
    public void clearingConnection() {
        read(reader::clearingConnection);
        creditLate();
    }

    private interface Reading {
        void run() throws SQLException;
    }

    private void read(Reading what) {
        try {
            what.run();
        } catch (Throwable t) {
            failed(t);
        }
    }

    /** Returns the warnings of a statement or result set that the application sees. */
    @Nullable
    public SQLWarning visible(@Nullable SQLWarning chain) {
        try {
            return reader.visible(chain);
        } catch (Throwable t) {
            failed(t);
            return chain;
        }
    }

    /** Returns the warnings of the connection that the application sees. */
    @Nullable
    public SQLWarning visibleOfConnection(@Nullable SQLWarning chain) {
        SQLWarning visible = chain;
        try {
            visible = reader.visibleOfConnection(chain);
        } catch (Throwable t) {
            failed(t);
        }
        creditLate();
        return visible;
    }

    /** Returns the number of an execution's warnings that the application sees, at most {@code limit}. */
    int countVisible(@Nullable SQLWarning chain, int limit) {
        try {
            return reader.countVisible(chain, limit);
        } catch (Throwable t) {
            failed(t);
            return 0;
        }
    }
}
