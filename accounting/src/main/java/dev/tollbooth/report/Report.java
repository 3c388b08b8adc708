package dev.tollbooth.report;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The complete result of one window. Thread-safe: immutable.
 *
 * @param instance the instance's name, {@code tollbooth.name}
 * @param bootId a random id of this run
 * @param sequence the report's number, 1, 2, 3... within a boot id; a gap means that a report was not delivered
 * @param window request units and executions by key
 * @param sqlMetas the texts of the digests that the records name
 * @param planMetas the texts of the plans that the records name
 * @param statements the statement table's rows that counted something in the window
 * @param global all statements of the window together; null if nothing was counted
 * @param drops the drops since the start
 * @param planChanges the statements whose most expensive plan has changed
 */
public record Report(
        String instance,
        String bootId,
        long sequence,
        Window window,
        List<TextMeta> sqlMetas,
        List<TextMeta> planMetas,
        List<StatementRecord> statements,
        @Nullable StatementRecord global,
        Map<DropReason, DropCount> drops,
        List<PlanChange> planChanges) {

    /**
     * Copies the lists and the map.
     *
     * @param instance the instance's name, {@code tollbooth.name}
     * @param bootId a random id, the same in all reports of a boot
     * @param sequence the report's number, from 1 on
     * @param window the window, which is immutable
     * @param sqlMetas one for each digest with a text
     * @param planMetas one for each plan with a text
     * @param statements rows that counted anything in the window
     * @param global all statements together; null if nothing was counted
     * @param drops the drops since the start, without reasons that have none
     * @param planChanges the changed plans; empty if no plan changed, or none is known
     */
    public Report {
        sqlMetas = List.copyOf(sqlMetas);
        planMetas = List.copyOf(planMetas);
        statements = List.copyOf(statements);
        drops = Map.copyOf(drops);
        planChanges = List.copyOf(planChanges);
    }
}
