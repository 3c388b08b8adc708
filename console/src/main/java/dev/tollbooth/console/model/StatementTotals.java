package dev.tollbooth.console.model;

import dev.tollbooth.internal.latency.LatencyHistogram;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.proto.v1.RuTerm;
import dev.tollbooth.proto.v1.StatementRecord;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the records of a statement add up to. Request units are those of the first source that is met: figures of two sources
 * are never added up.
 *
 * <p>Not thread-safe.
 */
final class StatementTotals {

    private final LatencyHistogram histogram = new LatencyHistogram();
    private String summary = "";
    private String source = "";
    private StatementCounts sums = StatementCounts.NONE;
    private final OriginTally origins = new OriginTally();
    private final Map<String, Long> errors = new TreeMap<>();
    /** Amounts by what they are. */
    private final Map<RuTerm, Double> terms = new LinkedHashMap<>();

    void add(StatementRecord record) {
        if (!record.getSummary().isEmpty()) {
            summary = record.getSummary();
        }
        if (source.isEmpty()) {
            source = record.getRuSource();
        }
        origins.add(record);
        record.getErrorsByClassMap().forEach((kind, times) -> errors.merge(kind, times, Long::sum));
        sums = sums.plus(record, record.getRuSource().equals(source));
        int pairs = Math.min(record.getBucketIndexCount(), record.getBucketCountCount());
        for (int i = 0; i < pairs; i++) {
            int bucket = record.getBucketIndex(i);
            if (bucket >= 0 && bucket < LatencyBuckets.COUNT && record.getBucketCount(i) > 0) {
                histogram.add(bucket, record.getBucketCount(i));
            }
        }
    }

    /** Adds what a record's request units are made of; it is added already. */
    void addTerms(StatementRecord record, List<RuTerm> ofReport) {
        if (!record.getRuSource().equals(source)) {
            return;
        }
        int pairs = Math.min(record.getRuTermCount(), record.getRuTermAmountCount());
        for (int i = 0; i < pairs; i++) {
            int place = record.getRuTerm(i);
            if (place >= 0 && place < ofReport.size()) {
                terms.merge(ofReport.get(place), record.getRuTermAmount(i), Double::sum);
            }
        }
    }

    String summary() {
        return summary;
    }

    /** Where the request units are from; empty where none are known. */
    String source() {
        return source;
    }

    StatementCounts sums() {
        return sums;
    }

    List<StatementOrigin> origins() {
        return origins.origins();
    }

    /** Returns the failed executions by class; none where no report has them. */
    Map<String, Long> errors() {
        return errors;
    }

    /** Returns what the request units are made of; none where no report has it. */
    List<dev.tollbooth.statement.RuTerm> terms() {
        return terms.entrySet().stream()
                .map(each -> new dev.tollbooth.statement.RuTerm(
                        each.getKey().getName(),
                        each.getKey().getSource(),
                        each.getValue(),
                        each.getKey().getRuPerUnit()))
                .toList();
    }

    HistogramSnapshot histogram() {
        return histogram.snapshot();
    }
}
