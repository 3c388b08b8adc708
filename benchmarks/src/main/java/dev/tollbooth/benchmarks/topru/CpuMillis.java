package dev.tollbooth.benchmarks.topru;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Processor time of the measured thread beside the clock's time, since other processes are in the clock's. */
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

    /** Returns milliseconds of processor time of the iteration. */
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
