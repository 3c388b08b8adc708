package dev.tollbooth.console.model;

import com.google.protobuf.ByteString;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.report.StatementEncoder;
import dev.tollbooth.proto.tipb.PlanMeta;
import dev.tollbooth.proto.tipb.SQLMeta;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.RuTerm;
import dev.tollbooth.proto.v1.StatementRecord;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A merge of two successive reports, which shortens a history and keeps its sums. The result names the {@value #MOST}
 * statements with the most time; all others are one row.
 *
 * <p>Not thread-safe.
 */
public final class MergedReport {

    private static final int MOST = 1_000;
    private static final StatementIdentity OTHERS = new StatementIdentity(null, "");

    private final Survey survey = new Survey();
    private final MergedSpending spending;
    private final Map<RuTerm, Integer> terms = new LinkedHashMap<>();
    private final Map<ByteString, SQLMeta> texts = new LinkedHashMap<>();
    private final Map<ByteString, PlanMeta> plans = new LinkedHashMap<>();

    private MergedReport(Report first, Report second) {
        spending = new MergedSpending(Math.max(1, second.getWindowEndSec() - first.getWindowStartSec()));
        add(first);
        add(second);
    }

    /** Returns a report of both windows, in the run of {@code first}. */
    public static Report of(Report first, Report second) {
        Report.Builder report = first.toBuilder()
                .setWindowEndSec(second.getWindowEndSec())
                .addAllPlanChanges(second.getPlanChangesList())
                .clearStatementRecords()
                .clearGlobal()
                .clearTopRuRecords()
                .clearRuOrigins()
                .clearRuTerms()
                .clearSqlMetas()
                .clearPlanMetas();
        if (second.getDropCountersCount() > 0) {
            report.clearDropCounters().addAllDropCounters(second.getDropCountersList());
        }
        new MergedReport(first, second).writeTo(report);
        return report.build();
    }

    private void add(Report report) {
        survey.add(report, report.getWindowStartSec());
        spending.add(report);
        report.getSqlMetasList().forEach(meta -> texts.put(meta.getSqlDigest(), meta));
        report.getPlanMetasList().forEach(meta -> plans.put(meta.getPlanDigest(), meta));
    }

    private void writeTo(Report.Builder report) {
        StatementTotals others = new StatementTotals(StatementTotals.OTHERS);
        int named = 0;
        for (Map.Entry<StatementIdentity, StatementTotals> each : Figure.TIME.sorted(
                survey.statements().entrySet(), row -> row.getValue().figures())) {
            if (each.getKey().equals(OTHERS) || named++ >= MOST) {
                others.add(each.getValue());
            } else {
                report.addStatementRecords(record(each.getKey(), each.getValue()));
            }
        }
        if (others.figures() != Figures.NONE) {
            report.addStatementRecords(record(OTHERS, others));
        }
        report.addAllRuTerms(terms.keySet());
        spending.writeTo(report);
        Set<ByteString> digests = new HashSet<>();
        report.getStatementRecordsList().forEach(record -> digests.add(record.getDigest()));
        report.getTopRuRecordsList().forEach(record -> digests.add(record.getSqlDigest()));
        texts.values().stream()
                .filter(text -> digests.contains(text.getSqlDigest()))
                .forEach(report::addSqlMetas);
        plans.values().stream().limit(MOST).forEach(report::addPlanMetas);
    }

    private StatementRecord record(StatementIdentity identity, StatementTotals totals) {
        ByteString digest = ByteString.copyFrom(HexFormat.of().parseHex(identity.digest()));
        StatementRecord.Builder record =
                StatementEncoder.record(digest, identity.schema(), totals.summary(), totals.figures());
        if (!texts.containsKey(digest)) {
            record.setNormalizedSql(survey.text(identity));
        }
        addParts(record, totals);
        return record.build();
    }

    /** Adds the parts of a statement by origin and by term of its request units. */
    private void addParts(StatementRecord.Builder record, StatementTotals totals) {
        totals.origins().forEach((name, figures) -> {
            if (!name.isEmpty()) {
                long latency = figures.nanos() - figures.orZero(Figure.FETCH);
                record.addOrigins(StatementEncoder.origin(
                        name, figures.toBuilder().set(Figure.TIME, latency).build()));
            }
        });
        totals.terms().forEach(term -> StatementEncoder.addTerm(terms, record, term));
    }
}
