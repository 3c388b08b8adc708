package dev.tollbooth.cli.report;

import dev.tollbooth.cli.text.Hex;
import dev.tollbooth.cli.text.TimeRange;
import dev.tollbooth.proto.tipb.RecordScope;
import dev.tollbooth.proto.tipb.SQLMeta;
import dev.tollbooth.proto.tipb.TopRURecord;
import dev.tollbooth.proto.tipb.TopRURecordItem;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.StatementRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What reports add up to within a range of time: request units by user and statement, and the statement table's figures.
 *
 * <p>Not thread-safe.
 */
final class ReportedAccounts {

    private final TimeRange range;
    private final Map<ReportedRuKey, RuSums> requestUnits = new HashMap<>();
    private final Map<ReportedRuKey, Map<String, RuSums>> plans = new HashMap<>();
    private final Map<StatementSums.Key, StatementSums> statements = new HashMap<>();
    private final Map<String, StatementSums> byDigest = new HashMap<>();
    private final Map<String, Set<String>> schemas = new HashMap<>();
    private final Map<String, String> texts = new HashMap<>();
    private long reports;
    private long firstSecond = Long.MAX_VALUE;
    private long lastSecond = Long.MIN_VALUE;

    ReportedAccounts(TimeRange range) {
        this.range = range;
    }

    void add(Report report) {
        for (SQLMeta meta : report.getSqlMetasList()) {
            texts.put(Hex.of(meta.getSqlDigest()), meta.getNormalizedSql());
        }
        boolean any = false;
        for (TopRURecord record : report.getTopRuRecordsList()) {
            for (TopRURecordItem item : record.getItemsList()) {
                if (range.contains(item.getTimestampSec())) {
                    add(record, item);
                    any = true;
                }
            }
        }
        if (range.contains(report.getWindowStartSec())) {
            report.getStatementRecordsList()
                    .forEach(record -> add(record, report.getWindowStartSec(), report.getWindowEndSec()));
            any = true;
        }
        if (any) {
            reports++;
            firstSecond = Math.min(firstSecond, report.getWindowStartSec());
            lastSecond = Math.max(lastSecond, report.getWindowEndSec());
        }
    }

    private void add(TopRURecord record, TopRURecordItem item) {
        ReportedRuKey key = ReportedRuKey.of(record);
        requestUnits.computeIfAbsent(key, k -> new RuSums()).add(item);
        if (key.scope() == RecordScope.RECORD_SCOPE_STATEMENT
                && !record.getPlanDigest().isEmpty()) {
            plans.computeIfAbsent(key, k -> new TreeMap<>())
                    .computeIfAbsent(Hex.of(record.getPlanDigest()), k -> new RuSums())
                    .add(item);
        }
    }

    private void add(StatementRecord record, long startSecond, long endSecond) {
        StatementSums.Key key = new StatementSums.Key(record.getRuSource(), Hex.of(record.getDigest()));
        statements.computeIfAbsent(key, k -> new StatementSums()).add(record, startSecond, endSecond);
        byDigest.computeIfAbsent(key.digest(), k -> new StatementSums()).add(record, startSecond, endSecond);
        schemas.computeIfAbsent(key.digest(), k -> new TreeSet<>()).add(record.getSchemaName());
        if (!record.getNormalizedSql().isEmpty()) {
            texts.putIfAbsent(key.digest(), record.getNormalizedSql());
        }
    }

    Map<ReportedRuKey, RuSums> requestUnits() {
        return requestUnits;
    }

    /** Returns what each plan of the key took, by the plan's digest in hex; keys without a known plan are left out. */
    Map<ReportedRuKey, Map<String, RuSums>> plans() {
        return plans;
    }

    Map<StatementSums.Key, StatementSums> statements() {
        return statements;
    }

    /** Returns the statement's figures, whoever sent it and wherever its request units are from. */
    StatementSums statement(String digest) {
        return byDigest.getOrDefault(digest, new StatementSums());
    }

    /** Returns the schemas that the statement ran in; an empty name where a connection had none. */
    Set<String> schemas(String digest) {
        return schemas.getOrDefault(digest, Set.of());
    }

    /** Returns the statement's name for people. */
    String name(String digest) {
        String summary = statement(digest).summary();
        return summary.isEmpty() ? text(digest) : summary;
    }

    boolean hasText(String digest) {
        return texts.containsKey(digest);
    }

    /** Returns the normalized text; where no report has it, words that say so. */
    String text(String digest) {
        return texts.getOrDefault(digest, "(no text in these files)");
    }

    long reports() {
        return reports;
    }

    long firstSecond() {
        return firstSecond;
    }

    long lastSecond() {
        return lastSecond;
    }
}
