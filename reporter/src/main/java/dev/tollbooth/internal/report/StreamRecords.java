package dev.tollbooth.internal.report;

import dev.tollbooth.proto.tipb.PlanMeta;
import dev.tollbooth.proto.tipb.SQLMeta;
import dev.tollbooth.proto.tipb.TopRURecord;
import dev.tollbooth.proto.tipb.TopSQLRecord;
import dev.tollbooth.report.DropCount;
import java.util.List;

/**
 * One report as a tipb stream carries it: the records, then the texts.
 *
 * @param ruRecords request units by user and statement; others go by the user {@code _others_}
 * @param sqlRecords executions by statement
 * @param leftOut what has no known request units, for which tipb has no word: keys, executions and nanoseconds
 */
public record StreamRecords(
        List<TopRURecord> ruRecords,
        List<TopSQLRecord> sqlRecords,
        List<SQLMeta> sqlMetas,
        List<PlanMeta> planMetas,
        DropCount leftOut) {

    /** Copies the lists. */
    public StreamRecords {
        ruRecords = List.copyOf(ruRecords);
        sqlRecords = List.copyOf(sqlRecords);
        sqlMetas = List.copyOf(sqlMetas);
        planMetas = List.copyOf(planMetas);
    }
}
