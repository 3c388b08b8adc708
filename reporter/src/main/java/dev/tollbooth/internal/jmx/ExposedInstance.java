package dev.tollbooth.internal.jmx;

import dev.tollbooth.internal.budget.Budgets;
import dev.tollbooth.internal.control.AccountingSwitch;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Problems;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.memory.HeapProfileRecorder;
import dev.tollbooth.internal.memory.MemoryLimit;
import dev.tollbooth.internal.memory.MemoryTrace;
import dev.tollbooth.internal.memory.MemoryTraceManager;
import dev.tollbooth.internal.report.Reporter;
import dev.tollbooth.internal.table.StatementTable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The views and actions of one instance that its MBeans show.
 *
 * @param statements the statement table
 * @param sessions the open sessions
 * @param accounting the kill switch
 * @param failures Tollbooth's own failures
 * @param problems the problems of settings
 * @param reporter the source of windows and sinks; null if there is none, and then no MBean shows them
 * @param memory the memory of Tollbooth's parts; null if it is not watched, and then no MBean shows it
 * @param budgets the budgets of users; if there are none, no MBean shows them
 * @param openMetrics returns all metrics as OpenMetrics text
 * @param facts the settings and facts of the instance
 */
public record ExposedInstance(
        StatementTable statements,
        SessionRegistry sessions,
        AccountingSwitch accounting,
        Failures failures,
        Problems problems,
        @Nullable Reporter reporter,
        @Nullable ExposedMemory memory,
        Budgets budgets,
        Supplier<String> openMetrics,
        InstanceFacts facts) {

    /**
     * The sources of the MBean {@code Memory}.
     *
     * @param traces the memory tree
     * @param recorder the measurements of memory that is still referenced
     * @param limit the limit on the calculated memory, {@code memory.limit}
     * @param refresh updates the memory tree now instead of at the next period
     */
    public record ExposedMemory(
            MemoryTraceManager traces, HeapProfileRecorder recorder, MemoryLimit limit, Runnable refresh) {

        /** Returns the present memory tree. */
        MemoryTrace now() {
            refresh.run();
            return traces.snapshot();
        }

        /** Returns the present memory that counts towards the limit. */
        MemoryTrace counted() {
            refresh.run();
            return traces.counted();
        }
    }
}
