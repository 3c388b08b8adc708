package dev.tollbooth.benchmarks.topru;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that executes its share of the load, each n-th user's, in bursts of ten milliseconds. It keeps the longest
 * executions by processor time, which other processes don't change, and by the clock, which other processes and the
 * garbage collector do. It also keeps the longest gap between two readings of the clock without other work, which the
 * machine causes.
 */
final class Application extends Thread {

    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();
    private static final int BURSTS_A_SECOND = 100;
    private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Load load;
    private final int first;
    private final int stride;
    private final int executionsASecond;
    private final long endNanos;
    private final LongestTimes ours = new LongestTimes();
    private final LongestTimes machine = new LongestTimes();

    Application(Load load, int first, int stride, int executionsASecond, long endNanos) {
        super("application-" + first);
        this.load = load;
        this.first = first;
        this.stride = stride;
        this.executionsASecond = executionsASecond;
        this.endNanos = endNanos;
    }

    @Override
    public void run() {
        Random random = new Random(first);
        int user = first;
        long warm = System.nanoTime() + WARM_UP_NANOS;
        while (System.nanoTime() - endNanos < 0) {
            for (int i = 0; i < executionsASecond / BURSTS_A_SECOND; i++) {
                long cpu = CPU.getCurrentThreadCpuTime();
                long start = System.nanoTime();
                load.execute(user, random, start);
                long between = System.nanoTime();
                long cpuBetween = CPU.getCurrentThreadCpuTime();
                long gap = System.nanoTime();
                user = (user + stride) % load.users();
                if (start - warm > 0) {
                    ours.add(cpuBetween - cpu, between - start);
                    machine.add(CPU.getCurrentThreadCpuTime() - cpuBetween, gap - between);
                }
            }
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1) / BURSTS_A_SECOND);
        }
    }

    /** Returns the longest execution and the machine's longest gap, once this thread has ended. */
    @Override
    public String toString() {
        return getName() + ": longest execution " + ours + ", longest gap without one " + machine;
    }
}
