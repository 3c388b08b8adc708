package dev.tollbooth.benchmarks.topru;

import dev.tollbooth.internal.control.AccountingSwitch;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Scheduler;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.StatementTableOptions;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.internal.topru.TopRu;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.Window;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A program that measures all tiers under the stress of the design: 1,000 users of 500 statements, and 100 users of
 * 5,000. It prints the heap, the processor time of a tick, and the waits of the application's threads, in simulated
 * time and in real time.
 */
public final class ScaleMain {

    private static final String SCHEDULER = "tollbooth-scheduler";
    private static final String WORKER = "tollbooth-worker";
    private static final int EXECUTIONS_A_SECOND = 30_000;
    private static final int APPLICATIONS = 2;
    private static final int HEAP_SAMPLES = 6;
    private static final int WARM_UP_SECONDS = 60;
    private static final int WARM_UP_REAL_SECONDS = 5;
    private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private long now;
    private long windows;
    private long records;

    private ScaleMain() {}

    /**
     * Runs both shapes.
     *
     * @param args the seconds of simulated and of real time, 3600 and 120 by default
     */
    public static void main(String[] args) throws Exception {
        int driven = args.length > 0 ? Integer.parseInt(args[0]) : 3600;
        int real = args.length > 1 ? Integer.parseInt(args[1]) : 120;
        for (int[] shape : new int[][] {{1000, 500}, {100, 5000}}) {
            new ScaleMain().driven(shape[0], shape[1], driven);
            new ScaleMain().real(shape[0], shape[1], real);
        }
    }

    private void take(Window window) {
        windows++;
        records += window.ruRecords().size();
    }

    private static double heapMegabytes() {
        for (int i = 0; i < 3; i++) {
            MEMORY.gc();
        }
        return MEMORY.getHeapMemoryUsage().getUsed() / 1048576.0;
    }

    private static SessionRegistry registry(StatementTable table, Ticker ticker) {
        return new SessionRegistry(
                table,
                new SessionRegistry.Clock(ticker, new AccountingSwitch(), new Failures(ticker)),
                new SessionRegistry.Options(null, null, false));
    }

    private TopRu topRu(SessionRegistry registry, Ticker ticker, LongSupplier epochMillis) {
        TopRu topRu = new TopRu(
                ItemInterval.SECONDS_60, registry, ticker, epochMillis, new DropCounters(), new Failures(ticker));
        topRu.onWindow(this::take);
        return topRu;
    }

    private void driven(int users, int statements, int seconds) {
        Ticker ticker = () -> now;
        StatementTable table = new StatementTable(StatementTableOptions.DEFAULT, ticker, new WallClock(0, 0));
        SessionRegistry registry = registry(table, ticker);
        Load load = new Load(registry, table.schema("shop"), users, statements);
        double before = heapMegabytes();
        TopRu topRu = topRu(registry, ticker, () -> now / 1_000_000);
        topRu.subscribe(ItemInterval.SECONDS_15);
        Random random = new Random(1);
        double heap = 0;
        CpuTimes ticks = new CpuTimes();
        CpuTimes work = new CpuTimes();
        for (int second = 1; second <= seconds; second++) {
            for (int i = 0; i < EXECUTIONS_A_SECOND; i++) {
                load.execute(i % users, random, now);
            }
            now += TimeUnit.SECONDS.toNanos(1);
            long start = THREADS.getCurrentThreadCpuTime();
            topRu.sample();
            long sampled = THREADS.getCurrentThreadCpuTime();
            topRu.work();
            if (second > WARM_UP_SECONDS) {
                ticks.add(sampled - start);
                work.add(THREADS.getCurrentThreadCpuTime() - sampled);
            }
            // just before a window closes, when the tiers are full
            if (second % 60 == 59 && second % Math.max(60, seconds / HEAP_SAMPLES) < 60) {
                heap = Math.max(heap, heapMegabytes() - before);
            }
        }
        System.out.printf(
                "driven: users=%d statements=%d seconds=%d heap=%.1f MB accounts=%d windows=%d records=%d%n"
                        + "  processor time: tick %s, worker %s%n",
                users, statements, seconds, heap, registry.accounts(), windows, records, ticks, work);
        topRu.close();
    }

    private void real(int users, int statements, int seconds) throws Exception {
        StatementTable table =
                new StatementTable(StatementTableOptions.DEFAULT, Ticker.SYSTEM, WallClock.anchoredNow(Ticker.SYSTEM));
        SessionRegistry registry = registry(table, Ticker.SYSTEM);
        Load load = new Load(registry, table.schema("shop"), users, statements);
        TopRu topRu = topRu(registry, Ticker.SYSTEM, System::currentTimeMillis);
        topRu.start(new Scheduler(SCHEDULER), new Scheduler(WORKER));
        topRu.subscribe(ItemInterval.SECONDS_15);
        Application[] applications = new Application[APPLICATIONS];
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        CpuTimes ticks = new CpuTimes();
        CpuTimes work = new CpuTimes();
        try (LockEvents locks = new LockEvents()) {
            for (int i = 0; i < APPLICATIONS; i++) {
                applications[i] = new Application(load, i, APPLICATIONS, EXECUTIONS_A_SECOND / APPLICATIONS, end);
                applications[i].start();
            }
            sampleEachSecond(end, ticks, work);
            for (Application application : applications) {
                application.join();
            }
            System.out.printf(
                    "real: users=%d statements=%d seconds=%d waits of the application=%d, merged batches=%d, windows=%d%n"
                            + "  processor time a second: tick %s, worker %s%n",
                    users,
                    statements,
                    seconds,
                    locks.count("application-"),
                    topRu.mergedBatches(),
                    windows,
                    ticks,
                    work);
            for (Application application : applications) {
                System.out.println("  " + application);
            }
        }
        topRu.close();
    }

    /** Records the processor time of the two threads in each second, except for the first ones. */
    private static void sampleEachSecond(long endNanos, CpuTimes ticks, CpuTimes work) throws InterruptedException {
        TimeUnit.SECONDS.sleep(WARM_UP_REAL_SECONDS);
        long tick = cpuNanos(SCHEDULER);
        long worker = cpuNanos(WORKER);
        while (System.nanoTime() - endNanos < 0) {
            TimeUnit.SECONDS.sleep(1);
            long nextTick = cpuNanos(SCHEDULER);
            long nextWorker = cpuNanos(WORKER);
            ticks.add(nextTick - tick);
            work.add(nextWorker - worker);
            tick = nextTick;
            worker = nextWorker;
        }
    }

    private static long cpuNanos(String thread) {
        for (ThreadInfo info : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
            if (info != null && info.getThreadName().equals(thread)) {
                return THREADS.getThreadCpuTime(info.getThreadId());
            }
        }
        return 0;
    }
}
