package dev.tollbooth.internal.table;

import dev.tollbooth.internal.latency.FailureKinds;
import dev.tollbooth.internal.origin.OriginNames;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.statement.Advice;
import dev.tollbooth.statement.EventKind;
import dev.tollbooth.statement.EventSnapshot;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.RuTerm;
import dev.tollbooth.statement.Sha256;
import dev.tollbooth.statement.StatementSnapshot;
import dev.tollbooth.statement.Statements;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The figures of all statements by schema and digest: at most {@link StatementTableOptions#size} rows, and one row for
 * the rest, without schema and digest.
 *
 * <p>The sum of all rows' counts is the number of executions since the last {@link #reset}, whatever is evicted.
 *
 * <p>Thread-safe, by two locks. {@link #lock} guards all figures, and readers hold it for one row at a time. The
 * structure lock keeps totals from moving between rows while all are read; truncation and eviction take it first. A
 * statement that finds a full table counts in the row without digest. A reader first applies pending entries ({@link
 * #onRead}).
 */
public final class StatementTable implements Statements {

    /**
     * A change of all rows, one row at a time. If the lock is stuck or memory is short, the change stops at a row and
     * continues there later; {@code end} runs again if it failed.
     */
    private static final class Truncation {

        private final List<StatementStats> rows;
        private final Consumer<StatementStats> change;
        private final Runnable end;
        private int changed;

        Truncation(List<StatementStats> rows, Consumer<StatementStats> change, Runnable end) {
            this.rows = rows;
            this.change = change;
            this.end = end;
        }

        void goOn(TableLock lock) {
            while (changed < rows.size()) {
                lock.lock();
                try {
                    change.accept(rows.get(changed));
                } finally {
                    lock.unlock();
                }
                changed++;
            }
            end.run();
        }
    }

    private final StatementTableOptions options;
    private final WallClock wallClock;
    private final TableRows rows;
    private final Map<EventKind, EventStats> events;
    private final OriginNames originNames = new OriginNames();
    private final FailureKinds failureKinds = new FailureKinds();
    private final TableAdvice advice;
    private final AtomicLong epoch = new AtomicLong();
    private final TableLock lock = new TableLock();
    private final TableLock structure = new TableLock();
    private volatile Runnable bringIn = () -> {};
    // guarded by structure
    private final GlobalTotals global = new GlobalTotals();
    private final Totals sum = new Totals();
    private int histogramResets;
    private @Nullable Truncation unfinished;

    /** Makes an empty table; {@code wallClock} converts {@code ticker}'s readings to times. */
    public StatementTable(StatementTableOptions options, Ticker ticker, WallClock wallClock) {
        this(options, ticker, wallClock, TableMemory.unobserved());
    }

    /** Makes an empty table; {@code memory} counts and limits its bytes. */
    public StatementTable(StatementTableOptions options, Ticker ticker, WallClock wallClock, TableMemory memory) {
        this.options = options;
        this.events = EventStats.ofAllKinds(lock);
        this.wallClock = wallClock;
        this.rows = new TableRows(options, ticker, memory, lock);
        this.advice = new TableAdvice(this, ticker, wallClock, options.mutedAdvice());
    }

    /** Returns the lock of all figures; its holder may call the {@code add} methods of rows. */
    public TableLock lock() {
        return lock;
    }

    /** Sets a task that runs before each reading and applies pending entries. */
    public void onRead(Runnable before) {
        bringIn = before;
    }

    /** Returns the row of all executions without a row of their own. */
    public StatementStats rest() {
        return rows.rest();
    }

    /**
     * Returns the rows of the schema {@code name}. A connection keeps the result until its schema changes.
     *
     * <p>There are at most as many schemas as rows; statements of further schemas go to the row without digest.
     *
     * @param name the schema; null if the connection has none
     */
    public SchemaStatements schema(@Nullable String name) {
        return rows.schema(name);
    }

    /**
     * Evicts the {@code number} rows that were idle longest, and adds their figures to the row without digest.
     *
     * @return the number of evicted rows
     */
    public int evictColdest(int number) {
        return read(() -> rows.evict(number));
    }

    /** Returns the names of the origins. Entries contain their numbers. */
    public OriginNames originNames() {
        return originNames;
    }

    /** Returns the kinds of failure. Entries contain their numbers. */
    public FailureKinds failureKinds() {
        return failureKinds;
    }

    /**
     * Returns the figures of each origin by statement. A statement's row without origin has the rest, so the sum of its
     * rows here equals its row in the table.
     */
    public List<OriginRow> origins() {
        return read(() -> OriginRow.of(rows.all().stream(), originNames));
    }

    /** Returns the figures of each origin in the rows of one digest. */
    public List<OriginRow> origins(Sha256 digest) {
        return read(() -> OriginRow.of(rows.find(digest), originNames));
    }

    /** Returns the advice for the application, the greatest saving first. */
    public List<Advice> advice() {
        return advice.advise();
    }

    /** Returns the source of {@link #advice}, with its samples and its memory of latencies. */
    public TableAdvice adviser() {
        return advice;
    }

    /** Returns the result of {@code action} on all rows. No row leaves the table meanwhile. */
    <T> T readRows(Function<List<StatementStats>, T> action) {
        return read(() -> action.apply(rows.all()));
    }

    /** Returns whether rows keep samples. */
    public boolean keepsSamples() {
        return options.samples();
    }

    /**
     * Keeps {@code sql} as the row's sample if samples are on, and the present sample is missing, faster or too old.
     */
    public void sample(StatementStats row, String sql, Sha256 plan, long elapsedNanos, long endNanos) {
        if (options.samples()) {
            rows.sample(row, sql, plan, elapsedNanos, wallClock.epochMillis(endNanos));
        }
    }

    /** Returns the bytes of all rows. Takes no lock that a statement may wait for. */
    public TableBytes walkMemory() {
        return rows.walkMemory().plusHistograms(advice.bytes());
    }

    @Override
    public List<StatementSnapshot> list() {
        return read(() -> shown(rows.all().stream()));
    }

    @Override
    public @Nullable StatementSnapshot find(@Nullable String schema, Sha256 digest) {
        List<StatementSnapshot> found = read(() -> shown(rows.find(schema, digest)));
        return found.isEmpty() ? null : found.get(0);
    }

    @Override
    public List<StatementSnapshot> find(Sha256 digest) {
        return read(() -> shown(rows.find(digest)));
    }

    /**
     * Returns the terms of a statement's request units, over all its rows.
     *
     * @throws IllegalArgumentException if the statement has no row
     */
    public List<RuTerm> explain(Sha256 digest) {
        return read(() -> {
            RuExplanation explanation = explanation();
            RowFigures figures = new RowFigures();
            boolean known = false;
            for (StatementStats row : rows.find(digest).toList()) {
                row.readInto(sum);
                figures.set(sum);
                known |= sum.count != 0;
                explanation.add(row.digest(), figures, sum.ruSource);
            }
            if (!known) {
                throw new IllegalArgumentException("no such statement: digest has no row; take it from Top");
            }
            return explanation.terms();
        });
    }

    /** Returns an explanation without terms. */
    RuExplanation explanation() {
        return new RuExplanation(options.ruModel());
    }

    private List<StatementSnapshot> shown(Stream<StatementStats> from) {
        return from.flatMap(row -> Stream.ofNullable(read(row))).toList();
    }

    private <T> T read(Supplier<T> action) {
        bringInAndLock();
        try {
            return action.get();
        } finally {
            structure.unlock();
        }
    }

    /** Applies pending entries, takes the structure lock, and finishes a truncation that was stopped earlier. */
    private void bringInAndLock() {
        bringIn.run();
        structure.lock();
        boolean finished = false;
        try {
            finish();
            finished = true;
        } finally {
            if (!finished) {
                structure.unlock();
            }
        }
    }

    private void finish() {
        Truncation known = unfinished;
        if (known != null) {
            known.goOn(lock);
            unfinished = null;
            epoch.incrementAndGet();
        }
    }

    private void truncate(Consumer<StatementStats> row, Runnable end) {
        bringInAndLock();
        try {
            unfinished = new Truncation(rows.all(), row, end);
            finish();
        } finally {
            structure.unlock();
        }
    }

    private @Nullable StatementSnapshot read(StatementStats row) {
        row.readInto(sum);
        return sum.count == 0 ? null : row.snapshot(sum, wallClock);
    }

    /** Lets {@code deltas} read all rows, the one without digest last. No row leaves the table meanwhile. */
    void read(StatementDeltas deltas) {
        bringInAndLock();
        try {
            deltas.read(rows.all(), global.left(), histogramResets);
        } finally {
            structure.unlock();
        }
    }

    @Override
    public HistogramSnapshot global() {
        return read(() -> global.histogram(sumOfAll()));
    }

    @Override
    public long executions() {
        return read(() -> rows.executions() + global.left().count);
    }

    @Override
    public long lost() {
        return read(rows::lost);
    }

    @Override
    public long folded() {
        return read(rows::folded);
    }

    @Override
    public long epoch() {
        return epoch.get();
    }

    @Override
    public int size() {
        return rows.size();
    }

    private Totals sumOfAll() {
        Totals all = new Totals();
        all.add(global.left());
        for (StatementStats row : rows.all()) {
            row.readInto(sum);
            all.add(sum);
        }
        return all;
    }

    /**
     * Returns the live row of {@code kind}.
     *
     * @throws IllegalArgumentException for {@link EventKind#STATEMENT}, which is the sum of the table's rows
     */
    public EventStats eventStats(EventKind kind) {
        EventStats row = events.get(kind);
        if (row == null) {
            throw new IllegalArgumentException(
                    "no live row: kind=" + kind + " is the sum of all statements, record to a StatementStats");
        }
        return row;
    }

    @Override
    public EventSnapshot event(EventKind kind) {
        if (kind != EventKind.STATEMENT) {
            bringIn.run();
            return eventStats(kind).snapshot();
        }
        return read(() -> global.event(sumOfAll()));
    }

    @Override
    public void reset() {
        truncate(row -> rows.retire(row, global.left()), () -> {});
    }

    @Override
    public void resetHistograms() {
        truncate(global.left()::takeHistograms, () -> histogramResets++);
    }

    @Override
    public void resetGlobal() {
        bringInAndLock();
        try {
            global.resetHistogram(sumOfAll());
            epoch.incrementAndGet();
        } finally {
            structure.unlock();
        }
    }

    @Override
    public void resetEvents() {
        Totals all = new Totals();
        truncate(row -> row.ageExtremes(all), () -> {
            events.values().forEach(EventStats::reset);
            all.add(global.left());
            global.resetEvents(all);
        });
    }
}
