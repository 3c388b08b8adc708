package dev.tollbooth.internal.report;

import com.google.protobuf.ByteString;
import dev.tollbooth.internal.cost.RuTermSums;
import dev.tollbooth.internal.cost.RuTotals;
import dev.tollbooth.proto.tipb.PlanMeta;
import dev.tollbooth.proto.tipb.SQLMeta;
import dev.tollbooth.proto.tipb.TopRURecord;
import dev.tollbooth.proto.tipb.TopSQLRecord;
import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The messages of one report in a tipb stream, in TiDB's order: the records, then the texts.
 *
 * @param sqlRecords the executions by statement and plan
 * @param ruRecords the request units by user, statement and plan; global others have the user {@code
 *     _TIDB_TOPRU_OTHERS_USER}
 * @param leftOut the counts of items that are left out, because tipb can't express unknown request units
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

    /**
     * The request units as TiDB's consumers expect them: one record for each keyspace, user, statement and plan, and
     * one for all others. Records that differ only in their source become one record with the source {@link
     * RuTermSums#MIXED}.
     *
     * <p>Not thread-safe: made for one report.
     */
    static final class MergedRecords {

        /** TiDB's user for global others. */
        static final String OTHERS = "_TIDB_TOPRU_OTHERS_USER";

        private record Key(ByteString keyspace, String user, ByteString sql, ByteString plan) {}

        private static final class Merged {
            final TopRURecord.Builder record;
            final Map<Long, RuTotals> items = new TreeMap<>();

            Merged(TopRURecord.Builder record) {
                this.record = record;
            }

            void add(String source, RuItem item) {
                if (!record.getRuSource().equals(source)) {
                    record.setRuSource(RuTermSums.MIXED);
                }
                items.computeIfAbsent(item.startEpochSeconds(), start -> new RuTotals())
                        .addSums(item);
            }

            TopRURecord toMessage() {
                items.forEach((start, totals) -> record.addItems(RuRecordEncoder.item(totals.toItem(start))));
                return record.build();
            }
        }

        private final Map<Key, Merged> merged = new LinkedHashMap<>();
        private DropCount leftOut = DropCount.NONE;

        /** Merges the records of one window. */
        MergedRecords(List<RuRecord> records) {
            String keyspace = keyspace(records);
            for (RuRecord record : records) {
                leftOut = leftOut.plus(RuRecordEncoder.unknown(record));
                boolean isGlobal = record.scope() == RecordScope.GLOBAL_OTHERS;
                for (RuItem item : record.items()) {
                    if (!item.isUnknown()) {
                        add(record, isGlobal ? keyspace : record.keyspace(), item);
                    }
                }
            }
        }

        /** Returns the keyspace that all records but the global others have; empty if there is none or several. */
        private static String keyspace(List<RuRecord> records) {
            List<String> all = records.stream()
                    .filter(record -> record.scope() != RecordScope.GLOBAL_OTHERS)
                    .map(RuRecord::keyspace)
                    .distinct()
                    .limit(2)
                    .toList();
            return all.size() == 1 ? all.get(0) : "";
        }

        private void add(RuRecord record, String keyspace, RuItem item) {
            TopRURecord.Builder message = RuRecordEncoder.keyed(record)
                    .setKeyspaceName(ByteString.copyFromUtf8(keyspace))
                    .setUser(RuRecordEncoder.userOr(OTHERS, record));
            Key key = new Key(
                    message.getKeyspaceName(), message.getUser(), message.getSqlDigest(), message.getPlanDigest());
            merged.computeIfAbsent(key, first -> new Merged(message)).add(record.source(), item);
        }

        List<TopRURecord> messages() {
            return merged.values().stream().map(Merged::toMessage).toList();
        }

        /** Returns the counts of items that are left out, because tipb can't express unknown request units. */
        DropCount leftOut() {
            return leftOut;
        }
    }
}
