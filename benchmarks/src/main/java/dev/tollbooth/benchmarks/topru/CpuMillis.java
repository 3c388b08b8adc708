package dev.tollbooth.benchmarks.topru;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The processor time of the measured thread, because the clock's time includes other processes. */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.EVENTS)
public class CpuMillis {

    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

    private double milliseconds;
    private long startNanos;

    /** For JMH. */
    public CpuMillis() {}

    /** Begins anew with each iteration. */
    @Setup(Level.Iteration)
    public void reset() {
        milliseconds = 0;
    }

    /** Returns the milliseconds of processor time in the iteration. */
    public double cpuMillis() {
        return milliseconds;
    }

    void start() {
        startNanos = CPU.getCurrentThreadCpuTime();
    }

    void stop() {
        milliseconds += (CPU.getCurrentThreadCpuTime() - startNanos) / 1e6;
    }
}
