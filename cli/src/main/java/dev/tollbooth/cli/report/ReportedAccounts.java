package dev.tollbooth.cli.report;

import dev.tollbooth.cli.text.Hex;
import dev.tollbooth.cli.text.Listing.Kind;
import dev.tollbooth.console.model.TimeSpan;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.file.RecordedFigures;
import dev.tollbooth.proto.tipb.RecordScope;
import dev.tollbooth.proto.tipb.SQLMeta;
import dev.tollbooth.proto.tipb.TopRURecord;
import dev.tollbooth.proto.tipb.TopRURecordItem;
import dev.tollbooth.proto.v1.OriginRecord;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.RuOriginItem;
import dev.tollbooth.proto.v1.StatementRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The figures of reports within a range of time, added up by user and statement, by statement, by origin and by sender.
 *
 * <p>Not thread-safe.
 */
final class ReportedAccounts {

    private final TopFilter filter;
    private final TimeSpan range;
    private final boolean byService;
    /** The request units by user and statement. */
    final Map<RowKey, Figures> spending = new HashMap<>();
    /** The figures of each known plan by its digest in hex, by user and statement. */
    final Map<RowKey, Map<String, Figures>> plans = new HashMap<>();
    /** The request units of the filter's users, by origin. */
    final Map<RowKey, Figures> spentOrigins = new HashMap<>();
    /** The statements' figures, by source of their request units. */
    final Map<RowKey, Figures> statements = new HashMap<>();
    /** The figures of each origin and statement that the filter accepts. */
    final Map<RowKey, Figures> origins = new HashMap<>();
    /** The figures of each service and instance. */
    final Map<RowKey, Figures> senders = new HashMap<>();

    private final Map<String, Set<String>> schemas = new HashMap<>();
    private final Map<String, String> summaries = new HashMap<>();
    private final Map<String, String> texts = new HashMap<>();
    private boolean originsTold;
    private Figures read = Figures.NONE;

    /** Makes empty sums; {@code byService} separates services in all rows. */
    ReportedAccounts(TopFilter filter, TimeSpan range, boolean byService) {
        this.filter = filter;
        this.range = range;
        this.byService = byService;
    }

    /** Adds a report. The report may itself be a sum; {@code added} is the number of reports in it. */
    void add(Report report, long added) {
        if (!filter.admitsInstanceOf(report)) {
            return;
        }
        for (SQLMeta meta : report.getSqlMetasList()) {
            texts.put(Hex.of(meta.getSqlDigest()), meta.getNormalizedSql());
        }
        String service = byService ? report.getResource().getServiceName() : "";
        boolean any = false;
        for (TopRURecord record : report.getTopRuRecordsList()) {
            for (TopRURecordItem item : record.getItemsList()) {
                if (range.contains(item.getTimestampSec())) {
                    add(RowKey.ofSpending(record, service), Hex.of(record.getPlanDigest()), item);
                    any = true;
                }
            }
        }
        report.getRuOriginsList().forEach(item -> add(report, service, item));
        if (range.contains(report.getWindowStartSec())) {
            addStatements(report, service, added);
            any = true;
        }
        if (any) {
            read = read.plus(RecordedFigures.of(report, added));
        }
    }

    private void add(RowKey key, String plan, TopRURecordItem item) {
        Figures figures = RecordedFigures.of(item, key.source());
        spending.merge(key, figures, Figures::plus);
        if (key.kind() == Kind.STATEMENT && !plan.isEmpty()) {
            plans.computeIfAbsent(key, k -> new TreeMap<>()).merge(plan, figures, Figures::plus);
        }
    }

    private void add(Report report, String service, RuOriginItem item) {
        originsTold = true;
        boolean ofRecord = Integer.compareUnsigned(item.getRecord(), report.getTopRuRecordsCount()) < 0;
        if (ofRecord && range.contains(item.getTimestampSec())) {
            RowKey key = RowKey.ofSpending(report.getTopRuRecords(item.getRecord()), service);
            if (filter.admitsSpending(key) && filter.admitsOrigin(item.getOrigin())) {
                Figures figures = RecordedFigures.of(item, key.source());
                spentOrigins.merge(key.ofSpentOrigin(item.getOrigin()), figures, Figures::plus);
            }
        }
    }

    private void addStatements(Report report, String service, long added) {
        Figures sent = Figures.builder().set(Figure.REPORTS, added).build();
        for (StatementRecord record : report.getStatementRecordsList()) {
            String digest = Hex.of(record.getDigest());
            Figures figures = RecordedFigures.of(record, report.getWindowStartSec(), report.getWindowEndSec());
            sent = sent.plus(figures);
            statements.merge(RowKey.ofStatement(record.getRuSource(), service, digest), figures, Figures::plus);
            schemas.computeIfAbsent(digest, k -> new TreeSet<>()).add(record.getSchemaName());
            if (!record.getSummary().isEmpty()) {
                summaries.put(digest, record.getSummary());
            }
            if (!record.getNormalizedSql().isEmpty()) {
                texts.putIfAbsent(digest, record.getNormalizedSql());
            }
            if (digest.startsWith(filter.digest())) {
                addOrigins(record, RowKey.ofOrigin(service, digest, ""));
            }
        }
        String name = report.getResource().getServiceName();
        senders.merge(RowKey.ofSender(name, report.getResource().getInstanceId()), sent, Figures::plus);
    }

    /**
     * Adds the origins of a statement. Executions without an origin are a row too, so that the rows add up to all
     * executions.
     */
    private void addOrigins(StatementRecord record, RowKey statement) {
        for (OriginRecord part : record.getOriginsList()) {
            Figures figures = RecordedFigures.of(part, RecordedFigures.sourceOf(record));
            addOrigin(RowKey.ofOrigin(statement.service(), statement.digest(), part.getOrigin()), figures);
        }
        addOrigin(statement, RecordedFigures.ofNoOrigin(record));
    }

    private void addOrigin(RowKey key, Figures figures) {
        if ((figures.count() != 0 || figures.nanos() != 0) && filter.admitsOrigin(key.origin())) {
            origins.merge(key, figures, Figures::plus);
        }
    }

    /** Returns whether any report has request units by origin. */
    boolean areOriginsTold() {
        return originsTold;
    }

    /** Returns the schemas of a statement; an empty name stands for connections without a schema. */
    Set<String> schemas(String digest) {
        return schemas.getOrDefault(digest, Set.of());
    }

    /** Returns the statement's short text for people; its normalized text if no report has a short one. */
    String name(String digest) {
        return summaries.getOrDefault(digest, texts.getOrDefault(digest, "(no text in these files)"));
    }

    /** Returns the normalized text; null if no report has it. */
    @Nullable
    String text(String digest) {
        return texts.get(digest);
    }

    /** Returns the number of reports, the begin of the first one and the end of the last one. */
    Figures read() {
        return read;
    }

    /**
     * The key of a row; a part is empty if rows are not split by it.
     *
     * @param source the source of request units; also empty if unknown
     * @param digest the digest in hex; also empty for statements without a row of their own
     * @param origin the origin; also empty for none
     */
    record RowKey(
            Kind kind,
            String source,
            String service,
            String instance,
            String keyspace,
            String user,
            String digest,
            String origin) {

        static RowKey ofStatement(String source, String service, String digest) {
            return new RowKey(
                    digest.isEmpty() ? Kind.GLOBAL_OTHERS : Kind.STATEMENT, source, service, "", "", "", digest, "");
        }

        static RowKey ofSender(String service, String instance) {
            return new RowKey(instance.isEmpty() ? Kind.SERVICE : Kind.INSTANCE, "", service, instance, "", "", "", "");
        }

        static RowKey ofOrigin(String service, String digest, String origin) {
            return new RowKey(Kind.ORIGIN, "", service, "", "", "", digest, origin);
        }

        static RowKey ofSpending(TopRURecord record, String service) {
            Kind kind = record.getScope() == RecordScope.RECORD_SCOPE_USER_OTHERS
                    ? Kind.USER_OTHERS
                    : record.getScope() == RecordScope.RECORD_SCOPE_GLOBAL_OTHERS ? Kind.GLOBAL_OTHERS : Kind.STATEMENT;
            return new RowKey(
                    kind,
                    record.getRuSource(),
                    service,
                    "",
                    record.getKeyspaceName().toStringUtf8(),
                    record.getUser(),
                    Hex.of(record.getSqlDigest()),
                    "");
        }

        /** Returns the key of one origin over all statements of this key. */
        RowKey ofSpentOrigin(String ofOrigin) {
            return new RowKey(Kind.ORIGIN, source, service, "", "", "", "", ofOrigin);
        }
    }
}
