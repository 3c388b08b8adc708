package dev.tollbooth.internal.jmx;

import dev.tollbooth.internal.budget.Budgets;
import dev.tollbooth.internal.control.AccountingSwitch;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Problems;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.report.Reporter;
import dev.tollbooth.internal.table.StatementTable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The views and actions of one instance that its MBeans show.
 *
 * @param statements the statement table
 * @param sessions what runs now
 * @param accounting the kill switch
 * @param failures Tollbooth's own failures
 * @param problems what settings ask for and can't be had
 * @param reporter windows and sinks; null where there is none, and then no MBean shows them
 * @param memory what the parts hold; null where nobody looks, and then no MBean shows it
 * @param budgets what users may spend; where there is none, no MBean shows them
 * @param openMetrics writes all metrics as OpenMetrics text
 * @param facts what it was made with
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
        InstanceFacts facts) {}
