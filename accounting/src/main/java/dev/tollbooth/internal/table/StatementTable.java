package dev.tollbooth.internal.table;

import dev.tollbooth.internal.advice.AdvisedStatement;
import dev.tollbooth.internal.advice.AdvisedWorkload;
import dev.tollbooth.internal.advice.Advisor;
import dev.tollbooth.internal.figure.Figures;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The figures of all statements by schema and digest: at most {@link StatementTableOptions#size} rows, and one for the rest, which has neither schema nor digest.
 *
 * <p>However many statements there are, and whatever is evicted, the sum of the rows' counts is the number of executions
 * since the last {@link #reset}.
 *
 * <p>Thread-safe, by two locks. {@link #lock} guards all figures, and is held for one row at a time by who reads. The
 * structure lock keeps totals from moving between rows while somebody reads all of them: who truncates or evicts takes it
 * first. A statement that finds a full table counts in the row without digest. Readers first have what is counted elsewhere
 * brought here ({@link #onRead}).
 */
public final class StatementTable implements Statements {

    /**
     * A change of all rows, a row at a time. Where the lock is stuck or memory is short it stops at a row, and goes on with that
     * one later; {@code end} runs again where it has failed.
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
    private final Events events;
    private final QuerySamples samples;
    private final OriginNames originNames = new OriginNames();
    private final FailureKinds failureKinds = new FailureKinds();
    private final Advisor advisor;
    private final AtomicLong epoch = new AtomicLong();
    private final TableLock lock = new TableLock();
    private final TableLock structure = new TableLock();
    private volatile Runnable bringIn = () -> {};
    // guarded by structure
    private final GlobalTotals global = new GlobalTotals();
    private final Totals sum = new Totals();
    private int histogramResets;
    private @Nullable Truncation unfinished;

    /** An empty table; {@code wallClock} gives the times that {@code ticker}'s readings are shown as. */
    public StatementTable(StatementTableOptions options, Ticker ticker, WallClock wallClock) {
        this(options, ticker, wallClock, TableMemory.unobserved());
    }

    /** As {@link #StatementTable(StatementTableOptions, Ticker, WallClock)}; {@code memory} counts and limits its bytes. */
    public StatementTable(StatementTableOptions options, Ticker ticker, WallClock wallClock, TableMemory memory) {
        this.options = options;
        this.advisor = new Advisor(options.mutedAdvice());
        this.events = new Events(lock);
        this.wallClock = wallClock;
        this.samples = new QuerySamples(options, wallClock, memory);
        this.rows = new TableRows(options, ticker, memory, lock);
    }

    /** Returns the lock of all figures of this table; who holds it may call the {@code add} methods of its rows. */
    public TableLock lock() {
        return lock;
    }

    /** Has {@code before} run before each reading: it brings here what was counted elsewhere. */
    public void onRead(Runnable before) {
        bringIn = before;
    }

    /** Returns the row that counts what has no row of its own. */
    public StatementStats rest() {
        return rows.rest();
    }

    /**
     * Returns the statements of the schema {@code name}; to be kept by a connection until its schema changes.
     *
     * <p>There are as many schemas as rows at most; statements of a further one go to the row without digest.
     *
     * @param name null where the connection has none
     */
    public SchemaStatements schema(@Nullable String name) {
        return rows.schema(name);
    }

    /**
     * Frees the places of the {@code number} statements that were longest not executed; their figures go to the row without
     * digest.
     *
     * @return how many were freed
     */
    public int evictColdest(int number) {
        return read(() -> rows.evict(number));
    }

    /** Returns the names of the origins that executions name by number. */
    public OriginNames originNames() {
        return originNames;
    }

    /** Returns the ways to fail that executions name by number. */
    public FailureKinds failureKinds() {
        return failureKinds;
    }

    /**
     * Returns what each origin has of each statement, and of no origin what is left: the sums by statement are those of its
     * row.
     */
    public List<OriginRow> origins() {
        return read(() -> OriginRow.of(rows.all().stream(), originNames));
    }

    /** As {@link #origins()}, of the rows of one digest. */
    public List<OriginRow> origins(Sha256 digest) {
        return read(() -> OriginRow.of(rows.find(digest), originNames));
    }

    /** Returns what to change in the application, what saves most first. */
    public List<Advice> advice() {
        return advisor.advise(workload());
    }

    private AdvisedWorkload workload() {
        List<AdvisedStatement> statements = read(() -> {
            Map<Integer, String> summaries = new HashMap<>();
            List<StatementStats> all = rows.all();
            all.forEach(row ->
                    Stream.ofNullable(row.digest()).forEach(digest -> summaries.put(row.number(), digest.summary())));
            return all.stream()
                    .filter(row -> row.digest() != null && row.count != 0)
                    .map(row -> row.advised(wallClock, originNames, summaries))
                    .toList();
        });
        Figures ends = events.row(EventKind.COMMIT)
                .figures()
                .plus(events.row(EventKind.ROLLBACK).figures());
        return new AdvisedWorkload(
                statements, ends, events.row(EventKind.CONNECT).figures());
    }

    /** Returns whether rows keep samples. */
    public boolean keepsSamples() {
        return options.samples();
    }

    /** Keeps {@code sql} as the row's sample where samples are on and it is slower than the present one, or that is old. */
    public void sample(StatementStats row, String sql, Sha256 plan, long elapsedNanos, long endNanos) {
        samples.offer(row, sql, plan, elapsedNanos, endNanos);
    }

    /** Counts what the rows hold, without any lock that a statement may wait for. */
    public TableBytes walkMemory() {
        return rows.walkMemory();
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
     * Returns what the request units of a statement are made of, all its rows together.
     *
     * @throws IllegalArgumentException if it has no row
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

    /** Returns an explanation of nothing yet. */
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

    /** Goes on with a truncation that a stuck lock has stopped, before anybody reads or truncates more. */
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

    /** Shows {@code deltas} all rows at one moment, the one without digest last. */
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
        return read(() -> sumOfAll().count);
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
     * @throws IllegalArgumentException for {@link EventKind#STATEMENT}, which the rows of the table add up to
     */
    public EventStats eventStats(EventKind kind) {
        return events.row(kind);
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
            events.reset();
            all.add(global.left());
            global.resetEvents(all);
        });
    }
}
