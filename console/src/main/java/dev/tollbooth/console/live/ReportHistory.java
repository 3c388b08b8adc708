package dev.tollbooth.console.live;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.tollbooth.console.model.MergedReport;
import dev.tollbooth.console.model.PageModel;
import dev.tollbooth.console.model.PageModel.TimeMark;
import dev.tollbooth.console.model.PageModels;
import dev.tollbooth.console.model.TimeSpan;
import dev.tollbooth.internal.budget.BudgetStatus;
import dev.tollbooth.internal.instance.ConsoleTarget;
import dev.tollbooth.internal.jmx.ExposedInstance;
import dev.tollbooth.internal.jmx.ExposedInstance.ExposedMemory;
import dev.tollbooth.internal.report.RecordEncoder;
import dev.tollbooth.internal.report.ReportResource;
import dev.tollbooth.internal.table.StatementDelta;
import dev.tollbooth.internal.table.StatementDeltas;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.report.ReportConsumer;
import dev.tollbooth.report.Window;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

/**
 * The figures of an instance since its start, in steps of 1 to 15 seconds. The statement table is read at the end of
 * each step, and before each answer. The instance's reports add request units by user, and plans.
 *
 * <p>Steps are encoded as in files, in at most {@value #MOST_BYTES} bytes, or a quarter of {@code memory.limit} if that
 * is less. Beyond that, neighbouring steps are merged, so the sums stay complete.
 *
 * <p>Thread-safe.
 */
final class ReportHistory implements ReportConsumer, ModelSource {

    private static final String RUN = "live";
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,9}");
    private static final int MOST_BYTES = 16 << 20;
    private static final int PART_OF_LIMIT = 4;
    /** The bytes of a step besides its encoded report: the step, its byte string, and its place in the list. */
    private static final long BYTES_EACH = 56;
    /** The number of latest steps that {@link #shrink} keeps apart while there are more than twice as many steps. */
    private static final int YOUNG = 20;

    private static final int MOST_EXCEEDED = 100;
    private static final int MINUTE = 60;
    private static final int FIVE_SECONDS_UNTIL = 25 * MINUTE;

    /** A report that adds nothing to a step. */
    private static final dev.tollbooth.report.Report NOTHING = new dev.tollbooth.report.Report(
            "",
            RUN,
            0,
            new Window(0, 1, 1, List.of(), List.of()),
            List.of(),
            List.of(),
            List.of(),
            null,
            Map.of(),
            List.of());

    private record Step(long start, long end, ByteString report) {
        long bytes() {
            return report.size() + BYTES_EACH;
        }
    }

    private final String name;
    private final ExposedInstance exposed;
    private final LongSupplier clock;
    private final long begin;
    private final StatementDeltas counted;
    /** The last windows in which a user exceeded a budget. */
    @GuardedBy("this")
    private final Deque<TimeMark> exceeded = new ArrayDeque<>();

    @GuardedBy("this")
    private long exceededCount;

    private final long most;
    private final Runnable tick = this::tick; // a strong reference, because the worker's is weak
    private final Object reading = new Object(); // a lock of its own, because a read may wait for sessions

    @GuardedBy("reading")
    private long readUntil;

    @GuardedBy("this")
    private final List<Step> steps = new ArrayList<>();

    @GuardedBy("this")
    private long bytes;

    @GuardedBy("this")
    private long taken;

    /** Makes a history; {@code clock} returns the seconds since 1970 UTC. */
    ReportHistory(ConsoleTarget target, LongSupplier clock) {
        this.name = target.name();
        this.exposed = target.exposed();
        this.clock = clock;
        this.begin = Math.min(exposed.facts().started().getEpochSecond(), clock.getAsLong());
        this.readUntil = begin;
        this.counted = StatementDeltas.fromBegin(exposed.statements());
        exposed.budgets().listen(this::exceeded);
        ExposedMemory memory = exposed.memory();
        this.most = memory == null
                ? MOST_BYTES
                : Math.min(MOST_BYTES, memory.limit().limitBytes() / PART_OF_LIMIT);
    }

    private synchronized void exceeded(BudgetStatus status) {
        exceededCount++;
        String user = status.budget().user();
        exceeded.addLast(new TimeMark(
                status.windowStart(), "budget", user, status.budget().text(), ""));
        if (exceeded.size() > MOST_EXCEEDED) {
            exceeded.removeFirst();
        }
    }

    /** Begins to add steps, and the reports of {@code target}, until the result is closed. */
    AutoCloseable follow(ConsoleTarget target) {
        AutoCloseable reports = target.subscribe().apply(this);
        AutoCloseable ticks = target.everySecond().apply(tick);
        return () -> {
            ticks.close();
            reports.close();
        };
    }

    /** Returns the width of a step in seconds, which grows with the age of the history. */
    private long width(long second) {
        long age = second - begin;
        return age < MINUTE ? 1 : age < FIVE_SECONDS_UNTIL ? 5 : 15;
    }

    private void tick() {
        long now = clock.getAsLong();
        synchronized (reading) {
            if (now / width(now) > readUntil / width(now)) {
                take(NOTHING);
            }
        }
    }

    /** Adds a report without its statement records, because the steps already contain these counts. */
    @Override
    public void accept(dev.tollbooth.report.Report report) {
        synchronized (reading) {
            take(report);
        }
    }

    @GuardedBy("reading")
    private void take(dev.tollbooth.report.Report told) {
        StatementDelta delta = counted.next();
        long now = Math.max(readUntil, clock.getAsLong());
        long start = Math.max(begin, Math.min(readUntil, now - 1)); // a step covers at least the previous second
        readUntil = now;
        if (told != NOTHING || !delta.statements().isEmpty()) {
            add(start, Math.max(start + 1, now), delta, told);
        }
    }

    private synchronized void add(long start, long end, StatementDelta delta, dev.tollbooth.report.Report told) {
        dev.tollbooth.report.Report report = new dev.tollbooth.report.Report(
                name,
                RUN,
                ++taken,
                new Window(
                        start, end, told.window().itemSeconds(), told.window().ruRecords(), List.of()),
                told.sqlMetas(),
                told.planMetas(),
                delta.statements(),
                null,
                told.drops(),
                told.planChanges());
        put(
                steps.size(),
                new Step(
                        start,
                        end,
                        RecordEncoder.fileReport(report, ReportResource.ofInstance(name))
                                .toByteString()));
        int last = steps.size() - 1;
        long width = width(start);
        if (last > 0 && steps.get(last - 1).start / width == start / width) {
            merge(last - 1);
        }
        shrink(bytes - most);
    }

    @GuardedBy("this")
    private void put(int place, Step step) {
        steps.add(place, step);
        bytes += step.bytes();
    }

    /** Merges the step at a place with the next one. */
    @GuardedBy("this")
    private void merge(int place) {
        Step first = steps.remove(place);
        Step second = steps.remove(place);
        bytes -= first.bytes() + second.bytes();
        Report merged = MergedReport.of(parse(first), parse(second));
        put(place, new Step(first.start, second.end, merged.toByteString()));
    }

    private static Report parse(Step step) {
        try {
            return Report.parseFrom(step.report);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("a report that was encoded here cannot be read", e);
        }
    }

    @Override
    public synchronized long heldBytes() {
        return bytes + counted.baseBytes();
    }

    /**
     * Merges the shortest neighbouring steps until {@code wanted} bytes are freed or one step is left. Returns the
     * number of freed bytes.
     */
    @Override
    public synchronized long shrink(long wanted) {
        long before = bytes;
        while (before - bytes < wanted && steps.size() > 1) {
            merge(shortestPair());
        }
        return before - bytes;
    }

    @GuardedBy("this")
    private int shortestPair() {
        int shortest = 0;
        long least = Long.MAX_VALUE;
        int end = steps.size() > 2 * YOUNG ? steps.size() - YOUNG : steps.size();
        for (int i = 0; i < end - 1; i++) {
            long together = steps.get(i + 1).end - steps.get(i).start;
            if (together < least) {
                least = together;
                shortest = i;
            }
        }
        return shortest;
    }

    @Override
    public String version() {
        long executions = exposed.statements().executions(); // without a lock, because the call may wait for sessions
        synchronized (this) {
            return taken + "-" + executions + "-" + exceededCount;
        }
    }

    @Override
    public PageModel model(Map<String, String> choice) {
        synchronized (reading) {
            take(NOTHING);
        }
        List<Step> all;
        List<TimeMark> budgets;
        synchronized (this) {
            all = List.copyOf(steps);
            budgets = List.copyOf(exceeded);
        }
        long end = Math.max(begin + 1, clock.getAsLong());
        String last = choice.getOrDefault("last", "");
        long since = DIGITS.matcher(last).matches() ? Math.max(begin, end - Long.parseLong(last)) : begin;
        Report frame = Report.newBuilder()
                .setInstance(name)
                .setBootId(RUN)
                .setSequence(all.size() + 1)
                .setWindowStartSec(since)
                .setWindowEndSec(end)
                .build();
        return PageModels.of(reports -> forEach(all, frame, reports), new TimeSpan(since, Long.MAX_VALUE))
                .with(budgets);
    }

    /**
     * Passes the steps to {@code reports}, numbered without gaps, and then {@code frame}. The frame is an empty report
     * whose window is the shown time.
     */
    private static void forEach(List<Step> steps, Report frame, Consumer<Report> reports) {
        long sequence = 0;
        for (Step step : steps) {
            reports.accept(parse(step).toBuilder().setSequence(++sequence).build());
        }
        reports.accept(frame);
    }
}
