package dev.tollbooth.internal.report;

import dev.tollbooth.proto.tipb.PlanMeta;
import dev.tollbooth.proto.tipb.SQLMeta;
import dev.tollbooth.proto.tipb.TopRURecord;
import dev.tollbooth.proto.tipb.TopSQLRecord;
import dev.tollbooth.report.DropCount;
import java.util.List;

/**
 * One report as a tipb stream carries it, in TiDB's order: the records, then the texts.
 *
 * @param sqlRecords executions by statement
 * @param ruRecords request units by user and statement; global others go by the user {@code _TIDB_TOPRU_OTHERS_USER}
 * @param leftOut what has no known request units, for which tipb has no word: keys, executions and nanoseconds
 */
public record StreamRecords(
        List<TopSQLRecord> sqlRecords,
        List<TopRURecord> ruRecords,
        List<SQLMeta> sqlMetas,
        List<PlanMeta> planMetas,
        DropCount leftOut) {

    /** Copies the lists. */
    public StreamRecords {
        sqlRecords = List.copyOf(sqlRecords);
        ruRecords = List.copyOf(ruRecords);
        sqlMetas = List.copyOf(sqlMetas);
        planMetas = List.copyOf(planMetas);
    }
}
