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
 * @param name the instance's
 * @param exposed what the MBeans show and act on
 * @param explainRu what the request units of a digest are made of
 * @param exemplars executions of the last two minutes with their traces; they are kept from the first call on
 * @param subscribe gives a consumer each report until the result is closed
 * @param watch counts what the page keeps to the memory of the instance, whose limit holds for it, too; closing the result
 *     ends that
 * @param everySecond runs a task each second until the result is closed; the task's owner has to hold the task
 */
public record ConsoleTarget(
        String name,
        ExposedInstance exposed,
        Function<String, List<RuTerm>> explainRu,
        Supplier<List<Exemplar>> exemplars,
        Function<ReportConsumer, AutoCloseable> subscribe,
        Function<ConsoleMemory, AutoCloseable> watch,
        Function<Runnable, AutoCloseable> everySecond) {}
