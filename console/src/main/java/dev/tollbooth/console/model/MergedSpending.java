package dev.tollbooth.console.model;

import dev.tollbooth.internal.file.RecordedFigures;
import dev.tollbooth.proto.tipb.RecordScope;
import dev.tollbooth.proto.tipb.TopRURecord;
import dev.tollbooth.proto.tipb.TopRURecordItem;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.RuOriginItem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The request units of users, added up over several reports for {@link MergedReport}.
 *
 * <p>Not thread-safe.
 */
final class MergedSpending {

    private static final int MOST = 300;

    private final long stepSeconds;
    /** The items of each record, over all origins. */
    private final Map<TopRURecord, Map<RuOriginItem, RuOriginItem.Builder>> items = new LinkedHashMap<>();

    private final Map<TopRURecord, Map<RuOriginItem, RuOriginItem.Builder>> origins = new LinkedHashMap<>();

    /** Makes empty sums that merge items within {@code stepSeconds}. */
    MergedSpending(long stepSeconds) {
        this.stepSeconds = stepSeconds;
    }

    void add(Report report) {
        List<TopRURecord> keys = new ArrayList<>();
        for (TopRURecord record : report.getTopRuRecordsList()) {
            TopRURecord key = record.toBuilder().clearItems().build();
            keys.add(key);
            for (TopRURecordItem item : record.getItemsList()) {
                add(
                        items,
                        key,
                        RecordedFigures.copy(item, RuOriginItem.newBuilder()).build());
            }
        }
        for (RuOriginItem item : report.getRuOriginsList()) {
            if (Integer.compareUnsigned(item.getRecord(), keys.size()) < 0) {
                add(origins, keys.get(item.getRecord()), item);
            }
        }
    }

    private void add(
            Map<TopRURecord, Map<RuOriginItem, RuOriginItem.Builder>> into, TopRURecord key, RuOriginItem item) {
        RuOriginItem.Builder empty = RuOriginItem.newBuilder()
                .setOrigin(item.getOrigin())
                .setTimestampSec(item.getTimestampSec() - Math.floorMod(item.getTimestampSec(), stepSeconds));
        RuOriginItem.Builder sum =
                into.computeIfAbsent(key, k -> new LinkedHashMap<>()).computeIfAbsent(empty.build(), k -> empty);
        sum.setTotalRu(sum.getTotalRu() + item.getTotalRu())
                .setExecCount(sum.getExecCount() + item.getExecCount())
                .setExecDuration(sum.getExecDuration() + item.getExecDuration())
                .setUnknownCount(sum.getUnknownCount() + item.getUnknownCount())
                .setOffCount(sum.getOffCount() + item.getOffCount());
    }

    /**
     * Writes the records to {@code report}. The {@value #MOST} records with the most time stay; all others of a source
     * become one.
     */
    void writeTo(Report.Builder report) {
        List<TopRURecord> all = new ArrayList<>(items.keySet());
        all.sort(Comparator.comparingLong(this::nanos).reversed());
        for (TopRURecord small : all.subList(Math.min(MOST, all.size()), all.size())) {
            TopRURecord others = TopRURecord.newBuilder()
                    .setScope(RecordScope.RECORD_SCOPE_GLOBAL_OTHERS)
                    .setRuSource(small.getRuSource())
                    .build();
            List<RuOriginItem.Builder> ofSmall =
                    List.copyOf(items.getOrDefault(small, Map.of()).values());
            items.remove(small);
            ofSmall.forEach(item -> add(items, others, item.build()));
        }
        items.forEach((key, ofKey) -> {
            int place = report.getTopRuRecordsCount();
            TopRURecord.Builder record = key.toBuilder();
            ofKey.values().forEach(item -> record.addItems(RecordedFigures.copy(item, TopRURecordItem.newBuilder())));
            report.addTopRuRecords(record);
            origins.getOrDefault(key, Map.of()).values().forEach(item -> report.addRuOrigins(item.setRecord(place)));
        });
    }

    private long nanos(TopRURecord key) {
        return items.getOrDefault(key, Map.of()).values().stream()
                .mapToLong(RuOriginItem.Builder::getExecDuration)
                .sum();
    }
}
