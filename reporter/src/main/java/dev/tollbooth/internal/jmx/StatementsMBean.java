package dev.tollbooth.internal.jmx;

import static javax.management.openmbean.SimpleType.LONG;
import static javax.management.openmbean.SimpleType.STRING;
import static javax.management.openmbean.SimpleType.VOID;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.control.NameLimit;
import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.jmx.ExposedInstance.ExposedMemory;
import dev.tollbooth.internal.memory.MemoryPart;
import dev.tollbooth.internal.table.Decade;
import dev.tollbooth.internal.table.OriginRow;
import dev.tollbooth.internal.table.StatementDeltas;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.statement.EventKind;
import dev.tollbooth.statement.EventSnapshot;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.QuerySample;
import dev.tollbooth.statement.RuTerm;
import dev.tollbooth.statement.Sha256;
import dev.tollbooth.statement.StatementSnapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.management.openmbean.OpenMBeanParameterInfo;
import javax.management.openmbean.TabularData;
import org.jspecify.annotations.Nullable;

/**
 * The MBean {@code Statements}: the figures of every statement.
 *
 * <p>Thread-safe. No reset or eviction takes place during a read of the statement table.
 */
final class StatementsMBean {

    private static final int MOST_READERS = 4;

    private static final List<OpenMBeanParameterInfo> ONE_STATEMENT = List.of(
            OpenMBean.text("schema", "as in Top; empty if there is no schema"),
            OpenMBean.text("digest", "64 hexadecimal digits, empty for the statements without room"));

    private static final List<OpenMBeanParameterInfo> ONE_DIGEST =
            List.of(OpenMBean.text("digest", "64 hexadecimal digits"));

    private final StatementTable table;
    private final Supplier<String> openMetrics;
    private final int topRows;
    private final OpenTable<StatementSnapshot> statements = StatementColumns.statements();
    private final OpenTable<OriginRow> origins = StatementColumns.origins();
    private final OpenTable<StatementRecord> since = StatementColumns.since();

    /** The positions of readers by their names, the longest unused one first. */
    @GuardedBy("itself")
    private final Map<String, StatementDeltas> seen = new LinkedHashMap<>(8, 0.75f, true);

    private StatementsMBean(ExposedInstance instance, int topRows) {
        this.table = instance.statements();
        this.openMetrics = instance.openMetrics();
        this.topRows = topRows;
    }

    static OpenMBean of(ExposedInstance instance, int topRows) {
        StatementsMBean bean = new StatementsMBean(instance, topRows);
        ExposedMemory memory = instance.memory();
        if (memory != null) {
            memory.traces().register(MemoryPart.REPORTER, "readers of statements", node -> node.own(bean.heldBytes()));
        }
        OpenMBean.Builder described = OpenMBean.of("Statements", "figures of all SQL statements, by schema and digest");
        bean.attributes(described);
        bean.tables(described);
        bean.origins(described);
        bean.texts(described);
        bean.resets(described);
        return described.build();
    }

    private void attributes(OpenMBean.Builder bean) {
        bean.table(
                        "Top",
                        "the statements that took the most time, at most 200; times in picoseconds",
                        statements,
                        () -> top("time", topRows))
                .table(
                        "Global",
                        "all statements, commits, rollbacks, connects",
                        StatementColumns.global(),
                        this::global)
                .attribute(
                        "Count", "executions since the start, including those before a reset", LONG, table::executions)
                .attribute(
                        "Lost",
                        "executions that found the table full since the start; they count in the row without digest",
                        LONG,
                        table::lost)
                .attribute(
                        "Folded",
                        "executions whose row was evicted since the start; they count in the row without digest",
                        LONG,
                        table::folded)
                .attribute("Epoch", "number of resets", LONG, table::epoch);
    }

    private void tables(OpenMBean.Builder bean) {
        List<OpenMBeanParameterInfo> ranked = List.of(
                OpenMBean.text("by", String.join(", ", Figure.words())),
                OpenMBean.number("n", "number of rows, at most 200"));
        bean.query(
                        "top",
                        "the n top statements",
                        statements,
                        ranked,
                        given -> top((String) given[0], (Integer) given[1]))
                .action(
                        "since",
                        "the figures since this reader's last call, exactly; the first call begins, and " + MOST_READERS
                                + " readers are remembered",
                        since.type(),
                        List.of(OpenMBean.text("reader", "a name of your own, such as a UUID")),
                        of(this::since))
                .query(
                        "histogram",
                        "latencies in 450 buckets",
                        StatementColumns.buckets(),
                        ONE_STATEMENT,
                        ofTwo(this::histogram))
                .query(
                        "decades",
                        "latencies by powers of ten",
                        StatementColumns.decades(),
                        ONE_STATEMENT,
                        ofTwo((schema, digest) ->
                                Decade.of(statement(schema, digest).histogram())))
                .query(
                        "explainRu",
                        "the terms of a statement's request units: amounts, factors and their sum; empty if unknown",
                        StatementColumns.terms(),
                        ONE_DIGEST,
                        of(this::explainRu));
    }

    private void origins(OpenMBean.Builder bean) {
        bean.table(
                        "Origins",
                        "statements by origin, the part of the application that executes them; by time, at most 200",
                        origins,
                        () -> origins(Figure.TIME, table.origins()))
                .table(
                        "Repetitions",
                        "statements that one transaction, or scope in autocommit, has executed 10 times or more, which is typical of N+1; at most 200",
                        origins,
                        () -> origins(Figure.REPEATED, repeated()))
                .query(
                        "origins",
                        "the origins of a statement",
                        origins,
                        ONE_DIGEST,
                        of(digest -> origins(Figure.TIME, table.origins(Sha256.ofHex(digest)))));
    }

    private void texts(OpenMBean.Builder bean) {
        bean.query("text", "the normalized text of a digest; empty if unknown", STRING, ONE_DIGEST, of(this::text))
                .query(
                        "sample",
                        "SQL with its literals, if samples=on; else empty",
                        STRING,
                        ONE_STATEMENT,
                        ofTwo(this::sample))
                .query(
                        "samplePlan",
                        "digest of the plan of the sample; empty if unknown",
                        STRING,
                        ONE_STATEMENT,
                        ofTwo(this::samplePlan))
                .query(
                        "prometheus",
                        "all metrics as OpenMetrics text, as the port for Prometheus has them",
                        STRING,
                        List.of(),
                        given -> openMetrics.get());
    }

    private void resets(OpenMBean.Builder bean) {
        bean.action("reset", "empties the table, histograms too", VOID, List.of(), given -> done(table::reset))
                .action(
                        "resetHistograms",
                        "empties the histograms and keeps the counts",
                        VOID,
                        List.of(),
                        given -> done(table::resetHistograms));
    }

    private static <T> Function<Object[], T> of(Function<String, T> operation) {
        return given -> operation.apply((String) given[0]);
    }

    private static <T> Function<Object[], T> ofTwo(BiFunction<String, String, T> operation) {
        return given -> operation.apply((String) given[0], (String) given[1]);
    }

    private static @Nullable Object done(Runnable action) {
        action.run();
        return null;
    }

    private List<StatementSnapshot> top(String by, int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("bad limit: n=" + limit + ", use 1 to " + topRows);
        }
        Figure figure = Figure.ofWord(by);
        if (figure == null) {
            throw new IllegalArgumentException(
                    "unknown ranking: by=" + PrintableText.escape(by) + ", use " + String.join(", ", Figure.words()));
        }
        List<StatementSnapshot> rows = new ArrayList<>(table.list());
        rows.sort(Comparator.comparingLong(StatementSnapshot::count).reversed());
        return first(figure.sorted(rows, Figures::of), Math.min(limit, topRows));
    }

    static <R> List<R> first(List<R> rows, int limit) {
        return rows.subList(0, Math.min(limit, rows.size()));
    }

    private TabularData since(String reader) {
        String name = NameLimit.cut(reader);
        StatementDeltas known;
        synchronized (seen) {
            known = seen.get(name);
            if (known == null) {
                if (seen.size() == MOST_READERS) {
                    seen.remove(seen.keySet().iterator().next());
                }
                seen.put(name, StatementDeltas.fromNow(table));
            }
        }
        return since.with(known == null ? List.of() : known.next().statements());
    }

    private long heldBytes() {
        synchronized (seen) {
            return seen.values().stream().mapToLong(StatementDeltas::baseBytes).sum();
        }
    }

    private List<OriginRow> repeated() {
        return table.origins().stream()
                .filter(row -> row.totals().repeatedTransactions() != 0)
                .toList();
    }

    private List<OriginRow> origins(Figure by, List<OriginRow> rows) {
        return first(by.sorted(rows, OriginRow::figures), topRows);
    }

    private List<EventSnapshot> global() {
        return Stream.of(EventKind.values()).map(table::event).toList();
    }

    private StatementSnapshot statement(String schema, String digest) {
        StatementSnapshot found = digest.isEmpty() ? rest() : null;
        if (isDigest(digest)) {
            found = table.find(schema, Sha256.ofHex(digest));
            found = found == null && schema.isEmpty() ? table.find(null, Sha256.ofHex(digest)) : found;
        }
        if (found == null) {
            throw new IllegalArgumentException("no such statement: schema and digest have no row; take them from Top");
        }
        return found;
    }

    private static boolean isDigest(String text) {
        return text.matches("[0-9a-fA-F]{64}");
    }

    private @Nullable StatementSnapshot rest() {
        return table.list().stream()
                .filter(row -> row.digestHex() == null)
                .findFirst()
                .orElse(null);
    }

    private List<StatementColumns.Bucket> histogram(String schema, String digest) {
        HistogramSnapshot histogram = statement(schema, digest).histogram();
        return IntStream.range(0, LatencyBuckets.COUNT)
                .mapToObj(number -> new StatementColumns.Bucket(histogram, number))
                .toList();
    }

    private List<RuTerm> explainRu(String digest) {
        List<RuTerm> rows = new ArrayList<>(table.explain(Sha256.ofHex(digest)));
        if (!rows.isEmpty()) {
            rows.add(new RuTerm("sum", "", rows.stream().mapToDouble(RuTerm::ru).sum(), 1));
        }
        return rows;
    }

    private String text(String digest) {
        if (isDigest(digest)) {
            for (StatementSnapshot row : table.find(Sha256.ofHex(digest))) {
                if (row.digestText() != null) {
                    return row.digestText();
                }
            }
        }
        return "";
    }

    private String sample(String schema, String digest) {
        QuerySample sample = statement(schema, digest).sample();
        return sample == null ? "" : sample.text();
    }

    private String samplePlan(String schema, String digest) {
        QuerySample sample = statement(schema, digest).sample();
        return sample == null ? "" : sample.planDigest().hex();
    }
}
