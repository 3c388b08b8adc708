package dev.tollbooth.internal.table;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.advice.AdvisedStatement;
import dev.tollbooth.internal.advice.AdvisedWorkload;
import dev.tollbooth.internal.advice.Advisor;
import dev.tollbooth.internal.advice.LatencyMarks;
import dev.tollbooth.internal.advice.SampledUses;
import dev.tollbooth.internal.compare.Slowdown;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.origin.OriginNames;
import dev.tollbooth.internal.origin.OriginTotals;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.statement.Advice;
import dev.tollbooth.statement.EventKind;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.StatementSnapshot;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A source of advice about the statements of a table. It remembers the latencies of the statements with the longest
 * total time, until the table is truncated.
 *
 * <p>Thread-safe.
 */
public final class TableAdvice {

    /** The number of statements, those with the longest total time, whose latencies are compared with their past. */
    private static final int COMPARED = 40;

    /** The number of minutes for which samples are taken after the last call of {@link #advise}. */
    private static final int SAMPLED_LOOKS = 60;

    private final StatementTable table;
    private final Ticker ticker;
    private final WallClock wallClock;
    private final Advisor advisor;

    private volatile List<Advice> last = List.of();
    private final SampledUses uses = new SampledUses();
    private volatile Consumer<Boolean> sampling = asked -> {};
    private final AtomicInteger looksSinceAsked = new AtomicInteger();

    @GuardedBy("this")
    private final LatencyMarks marks;

    @GuardedBy("this")
    private long epoch;

    TableAdvice(StatementTable table, Ticker ticker, WallClock wallClock, List<String> muted) {
        this.table = table;
        this.ticker = ticker;
        this.wallClock = wallClock;
        this.advisor = new Advisor(muted);
        this.marks = new LatencyMarks(wallClock.anchorEpochMillis());
    }

    /** Returns the samples of how results are used. */
    public SampledUses uses() {
        return uses;
    }

    /**
     * Sets a listener that learns whether samples are needed: from the first call of {@link #advise} until an hour
     * after the last one.
     */
    public void onAsked(Consumer<Boolean> told) {
        sampling = told;
    }

    /** Returns the advice, the greatest saving first, and requests samples for the next call. */
    List<Advice> advise() {
        looksSinceAsked.set(0);
        sampling.accept(true);
        return advise(false);
    }

    /** Returns the result of the last {@link #look} or {@link #advise}, at most a minute old. */
    public List<Advice> last() {
        return last;
    }

    /**
     * Returns the advice, remembers the latencies so far, and ends sampling if nobody has asked for advice for an hour.
     * A task calls this once a minute.
     */
    public List<Advice> look() {
        if (looksSinceAsked.incrementAndGet() == SAMPLED_LOOKS) {
            sampling.accept(false);
        }
        return advise(true);
    }

    private List<Advice> advise(boolean remembers) {
        Map<Integer, Map<String, Long>> plans = new HashMap<>();
        Map<Integer, AdvisedStatement> statements = table.readRows(rows -> {
            Map<Integer, String> summaries = new HashMap<>();
            Map<Integer, AdvisedStatement> known = new LinkedHashMap<>();
            List<StatementStats> counted = rows.stream()
                    .filter(row -> row.digest() != null && row.count != 0)
                    .toList();
            counted.forEach(row -> summaries.put(row.number(), row.summary()));
            counted.forEach(row -> known.put(row.number(), advised(row, summaries)));
            counted.forEach(row -> plans.put(row.number(), row.plans(wallClock)));
            return known;
        });
        slowdowns(statements, plans, remembers)
                .forEach((number, slowdown) -> statements.computeIfPresent(number, (key, each) -> each.with(slowdown)));
        Figures ends = table.eventStats(EventKind.COMMIT)
                .figures()
                .plus(table.eventStats(EventKind.ROLLBACK).figures());
        Figures connects = table.eventStats(EventKind.CONNECT).figures();
        List<Advice> found = advisor.advise(new AdvisedWorkload(List.copyOf(statements.values()), ends, connects));
        last = found;
        return found;
    }

    /**
     * Returns the figures of a row in the form that the advice rules read.
     *
     * @param summaries the names of all rows by the rows' numbers
     */
    private AdvisedStatement advised(StatementStats row, Map<Integer, String> summaries) {
        Totals sum = new Totals();
        OriginNames names = table.originNames();
        Map<String, Figures> byOrigin = new HashMap<>();
        for (OriginTotals each : row.readWithOrigins(sum)) {
            String name = names.name(each.origin());
            if (name != null && each.origin() != OriginNames.OTHERS) {
                byOrigin.put(
                        name,
                        Figures.builder()
                                .set(Figure.COUNT, each.count())
                                .set(Figure.REPEATED, each.repeatedExecutions())
                                .set(Figure.ERRORS, each.errors())
                                .build());
            }
        }
        TransactionTracker.Habits habits = sum.habits == null ? new TransactionTracker.Habits() : sum.habits;
        TextDigest digest = Objects.requireNonNull(row.digest());
        return new AdvisedStatement(
                row.schema(),
                digest,
                figures(sum, habits, row.snapshot(sum, wallClock), digest),
                byOrigin,
                new AdvisedStatement.Clues(
                        summaries.get(row.preceding()),
                        summaries.get(habits.afterLongestWait),
                        null,
                        uses.find(digest)));
    }

    private static Figures figures(
            Totals sum, TransactionTracker.Habits habits, StatementSnapshot row, TextDigest digest) {
        Cost bytes = sum.cost == null ? new Cost() : sum.cost;
        return Figures.of(row).toBuilder()
                .set(Figure.FIRST, row.firstSeenEpochMillis() / 1_000)
                .set(Figure.LAST, row.lastSeenEpochMillis() / 1_000)
                .set(Figure.REPEATED, sum.repeatedExecutions)
                .set(Figure.TRANSACTIONS, sum.repeatedTransactions)
                .set(Figure.MAX_ALLOCATED, row.maxClientBytes())
                .set(Figure.READ, sum.bytesRead)
                .set(Figure.BUFFERED, bytes.bufferedBytes)
                .set(Figure.FETCHES, habits.fetches)
                .set(Figure.CUT_SHORT, habits.cutShort)
                .set(Figure.LOOPED, habits.looped)
                .set(Figure.LOOPS, habits.loops)
                .set(Figure.WAITS, habits.waits)
                .set(Figure.WAITED, habits.waitedNanos)
                .set(Figure.TEXTS, (long) digest.texts())
                .set(Figure.LIST_LENGTHS, (long) digest.lengths())
                .build();
    }

    private synchronized Map<Integer, Slowdown> slowdowns(
            Map<Integer, AdvisedStatement> statements, Map<Integer, Map<String, Long>> plans, boolean remembers) {
        long now = wallClock.epochMillis(ticker.nanoTime());
        if (epoch != table.epoch()) {
            epoch = table.epoch();
            marks.clear(now);
            uses.clear();
        }
        Map<Integer, HistogramSnapshot> counted = new HashMap<>();
        statements.entrySet().stream()
                .sorted(Comparator.comparingLong(
                        each -> -each.getValue().figures().nanos()))
                .limit(COMPARED)
                .forEach(each ->
                        counted.put(each.getKey(), each.getValue().figures().histogram()));
        Map<Integer, Slowdown.Timeline> timelines = new HashMap<>();
        counted.forEach((number, histogram) -> timelines.put(
                number, new Slowdown.Timeline(marks.windows(number, histogram), plans.getOrDefault(number, Map.of()))));
        long middle = marks.middle(now);
        if (remembers) {
            marks.look(now, counted);
        }
        return Slowdown.of(timelines, middle);
    }

    /** Returns the bytes of the remembered latencies and samples. */
    synchronized long bytes() {
        return marks.buckets() * Long.BYTES + uses.bytes();
    }
}
