package dev.tollbooth.internal.ru.postgres;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.digest.StatementKind;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.journal.EntryRuState;
import dev.tollbooth.internal.ru.ExecutedStatement;
import dev.tollbooth.internal.ru.InternalRuReader;
import dev.tollbooth.internal.ru.LateReading;
import dev.tollbooth.internal.ru.RuReading;
import dev.tollbooth.internal.ru.SourceConnection;
import dev.tollbooth.internal.ru.warning.VisibleWarnings;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.spi.Plan;
import dev.tollbooth.statement.Sha256;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the notices of {@code auto_explain} on one connection.
 *
 * <p>A notice comes when the server drops the portal: with the statement's own response, or, for a query in a
 * transaction, with a later response. Its cost goes to the execution with the notice's text. Thread-safe.
 */
final class PostgresRuReader implements InternalRuReader {

    /** The number of successive executions without a notice after which the server is assumed to send none. */
    private static final int SILENT_AFTER = 100;

    private final Connection connection;
    private final Function<String, TextDigest> digests;
    private final Failures failures;
    private final DropCounters drops;
    private final NoticeCosts costs;
    private final KnownPlans plans;
    private final int silentAfter;
    private final PostgresRuSource source;

    /** The filter of visible warnings; null if the application sees the notices, too. */
    private final @Nullable VisibleWarnings seen;

    @GuardedBy("this")
    private final ConnectionNotices notices;

    @GuardedBy("this")
    private final PendingCosts pending = new PendingCosts();

    @GuardedBy("this")
    private final Deque<LateReading> late = new ArrayDeque<>(2);

    @GuardedBy("this")
    private boolean hinted;

    @GuardedBy("this")
    private int silent;

    private volatile boolean expected;

    /**
     * Makes a reader.
     *
     * @param hides whether to hide the notices from the application
     * @param expected whether notices are known to come
     * @param source the source, which logs once that notices have ceased
     */
    PostgresRuReader(
            SourceConnection from,
            double sample,
            KnownPlans plans,
            boolean hides,
            boolean expected,
            PostgresRuSource source) {
        this.plans = plans;
        this.connection = from.connection();
        this.digests = from.digests();
        this.failures = from.failures();
        this.drops = from.drops();
        this.costs = new NoticeCosts(from.options().model(), sample, plans);
        this.seen = hides ? new VisibleWarnings(PostgresRuReader::isNotice) : null;
        this.expected = expected;
        this.hinted = expected;
        this.source = source;
        this.silentAfter = (int) Math.min(Integer.MAX_VALUE, Math.ceil(SILENT_AFTER / sample));
        this.notices = new ConnectionNotices(connection, seen);
    }

    private static boolean isNotice(SQLWarning warning) {
        return PlanNotice.isIn(warning.getMessage());
    }

    @Override
    public boolean isExpected() {
        return expected;
    }

    @Override
    public synchronized boolean isSilent() {
        return !hinted;
    }

    @Override
    public String source() {
        return costs.source();
    }

    @Override
    public synchronized RuReading executed(
            Statement statement, ExecutedStatement what, boolean resultOpen, @Nullable Throwable failure)
            throws SQLException {
        TextDigest digest = what.digest();
        costs.begin();
        if (!statement.isClosed()) {
            SQLWarning chain = statement.getWarnings();
            if (chain != null && read(chain, digest) && seen != null) {
                statement.clearWarnings();
            }
        }
        if (hinted) {
            read(notices.unread(), null);
        }
        if (!costs.isNothing()) {
            silent = 0;
            if (resultOpen && expected && QueryMatch.isSeveral(digest) && !connection.getAutoCommit()) {
                wait(what, costs.reading(digest).plan(), false);
            }
            return costs.reading(digest);
        }
        return expected ? withoutNotice(what, resultOpen, failure) : RuReading.NOTHING;
    }

    @GuardedBy("this")
    private RuReading withoutNotice(ExecutedStatement what, boolean resultOpen, @Nullable Throwable failure)
            throws SQLException {
        TextDigest digest = what.digest();
        boolean isLate = !connection.getAutoCommit();
        boolean comes = failure == null && (resultOpen || (digest.kind() != StatementKind.OTHER && isLate));
        if (digest.kind() != StatementKind.OTHER && failure == null && ++silent == silentAfter) {
            source.silent(silent);
        }
        boolean owed = !costs.isSampled() || silent >= silentAfter;
        Plan expectedPlan = plans.last(digest);
        if (comes && (owed || isLate)) {
            wait(what, expectedPlan, owed);
        }
        if (!owed) {
            return costs.reading(digest); // no reading, because sampled executions are scaled up
        }
        return comes ? RuReading.LATER.in(expectedPlan) : RuReading.unknown(costs.source());
    }

    @GuardedBy("this")
    private void wait(ExecutedStatement what, @Nullable Plan plan, boolean owed) {
        Sha256 countedIn = plan == null ? Sha256.NONE : plan.digest();
        PendingCosts.Pending oldest = pending.add(new PendingCosts.Pending(what, countedIn, owed));
        if (oldest != null) {
            giveUp(oldest);
        }
    }

    @GuardedBy("this")
    private void giveUp(PendingCosts.Pending execution) {
        if (execution.isOwed()) {
            late.add(execution.late(RuReading.unknown(costs.source())));
        }
    }

    /**
     * Reads the notices from {@code chain} on.
     *
     * @param current the executed statement, null if the notices came otherwise
     * @return whether all warnings are notices
     */
    @GuardedBy("this")
    private boolean read(@Nullable SQLWarning chain, @Nullable TextDigest current) throws SQLException {
        boolean all = true;
        for (SQLWarning warning = chain; warning != null; warning = warning.getNextWarning()) {
            String text = warning.getMessage();
            if (text == null || !PlanNotice.isIn(text)) {
                all = false;
                continue;
            }
            hinted = true;
            try {
                credit(PlanNotice.read(text), current);
            } catch (IllegalArgumentException e) {
                failures.caught(Place.RU_SOURCE, e);
            }
        }
        return all;
    }

    @GuardedBy("this")
    private void credit(PlanNotice notice, @Nullable TextDigest current) throws SQLException {
        TextDigest query = digests.apply(notice.queryText());
        boolean isCurrent = query.equals(current);
        // a notice in a transaction belongs to the earlier execution of the query, perhaps by another user or origin
        PendingCosts.Pending waiting = isCurrent && connection.getAutoCommit() ? null : pending.takeSame(query);
        if (waiting == null && current != null && (isCurrent || QueryMatch.covers(current, query))) {
            costs.add(notice);
            return;
        }
        if (waiting == null) {
            waiting = pending.takeCovering(query);
        }
        if (waiting != null) {
            silent = 0;
            late.add(waiting.late(costs.of(notice, waiting.what().digest())));
        } else if (current != null && isOfCurrent(notice, current, query)) {
            costs.add(notice);
        } else {
            RuReading reading = costs.of(notice, query);
            String source = reading.state() == EntryRuState.REPORTED ? reading.source() : null;
            Figures lost = Figures.builder().ru(source, reading.ru()).build();
            drops.add(DropReason.RU_UNMATCHED, DropCounters.of(1, 0, lost));
        }
    }

    /**
     * Returns whether a notice of another query belongs to the current execution, which ran the query in a function or
     * EXECUTE. In a transaction, a notice of a query that reads may be about an earlier execution.
     */
    private boolean isOfCurrent(PlanNotice notice, TextDigest current, TextDigest query) throws SQLException {
        return !QueryMatch.isDriversOwn(current, query)
                && (notice.writes()
                        || connection.getAutoCommit()
                        || current.text().startsWith("execute "));
    }

    @Override
    public synchronized void fetched(ResultSet rows) throws SQLException {
        if (!rows.isClosed()) {
            read(rows.getWarnings(), null);
        }
    }

    @Override
    public synchronized void transactionEnded() throws SQLException {
        read(notices.unread(), null);
        closed();
    }

    @Override
    public synchronized void closed() {
        for (PendingCosts.Pending execution : pending.takeAll()) {
            giveUp(execution);
        }
    }

    @Override
    public synchronized @Nullable LateReading late() {
        // takes effect with the next execution: this one is estimated unless its own notice was among the first
        if (hinted && !expected) {
            expected = true;
        }
        return late.poll();
    }

    @Override
    public @Nullable SQLWarning visible(@Nullable SQLWarning chain) {
        return seen == null ? chain : seen.visible(chain);
    }

    @Override
    public int countVisible(@Nullable SQLWarning chain, int limit) {
        return seen == null ? InternalRuReader.super.countVisible(chain, limit) : seen.count(chain, limit);
    }

    @Override
    public synchronized @Nullable SQLWarning visibleOfConnection(@Nullable SQLWarning chain) throws SQLException {
        if (seen == null) {
            return chain;
        }
        read(notices.unread(), null);
        return notices.visible(seen);
    }

    @Override
    public synchronized void clearingConnection() throws SQLException {
        read(notices.unread(), null);
        notices.clear();
    }
}
