package dev.tollbooth.internal.instance;

import dev.tollbooth.internal.jmx.ExposedInstance;
import dev.tollbooth.internal.trace.Exemplar;
import dev.tollbooth.report.ReportConsumer;
import dev.tollbooth.statement.RuTerm;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The views and actions of an instance that a page may use.
 *
 * @param name the instance's name
 * @param exposed the views and actions of the MBeans
 * @param explainRu a function that returns the terms of a digest's request units
 * @param exemplars a supplier of executions of the last two minutes with their traces, which are kept from the first
 *     call on
 * @param subscribe a function that passes each report to a consumer until the result is closed
 * @param watch a function that counts the page's memory towards the instance's limit until the result is closed
 * @param everySecond a function that runs a task each second until the result is closed; the caller has to hold the
 *     task
 */
public record ConsoleTarget(
        String name,
        ExposedInstance exposed,
        Function<String, List<RuTerm>> explainRu,
        Supplier<List<Exemplar>> exemplars,
        Function<ReportConsumer, AutoCloseable> subscribe,
        Function<ConsoleMemory, AutoCloseable> watch,
        Function<Runnable, AutoCloseable> everySecond) {}
