package dev.tollbooth.cli.report;

import dev.tollbooth.internal.file.FinishedReportFile;
import dev.tollbooth.internal.report.ReportResource;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.report.TextMeta;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.ErrorClass;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Sha256;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reports of three processes with all that an output can show. They have two sources of request units, a source that
 * changes between two reports, unknown figures, origins, repetitions, others, and a statement without room in the
 * table.
 */
public final class GoldenReports {

    private static final long START = ReportFixture.START;
    private static final long MILLI = ReportFixture.MILLI;
    private static final String KEYSPACE = "H2/shop";
    private static final Sha256 CART = ReportFixture.digest(0x11);
    private static final Sha256 ORDERS = ReportFixture.digest(0x22);
    private static final Sha256 SILENT = ReportFixture.digest(0x33);
    private static final Sha256 BEYOND = ReportFixture.digest(0x44);

    private GoldenReports() {}

    /** Writes the files of the three processes. */
    public static void write(Path directory) throws IOException {
        try (FinishedReportFile file = begin(directory, "checkout", 1)) {
            file.add(report("boot-1", 0, spending("estimate", 0), first("estimate")));
            file.add(report("boot-1", 1, spending("estimate", 60), second("estimate")));
        }
        try (FinishedReportFile file = begin(directory, "checkout", 2)) {
            file.add(report("boot-2", 0, List.of(), first("postgres")));
        }
        try (FinishedReportFile file = begin(directory, "catalog", 3)) {
            file.add(report("boot-3", 0, List.of(), List.of(counted(ORDERS, "SELECT orders", 3, null, Sums.PLAIN))));
            file.add(report(
                    "boot-3", 1, List.of(), List.of(counted(ORDERS, "SELECT orders", 5, "estimate", Sums.PLAIN))));
        }
    }

    private static FinishedReportFile begin(Path directory, String service, int process) throws IOException {
        ReportResource sender =
                new ReportResource(service, "1." + process, "test", "default", "host", process, Map.of());
        return FinishedReportFile.begin(directory, sender, START * 1_000);
    }

    private static Report report(String boot, int window, List<RuRecord> records, List<StatementRecord> statements) {
        long start = START + 60L * window;
        List<TextMeta> metas = List.of(
                new TextMeta(KEYSPACE, CART, "select * from cart where id = ?"),
                new TextMeta(KEYSPACE, ORDERS, "select sum ( total ) from orders, \"lines\""));
        return new Report(
                "default",
                boot,
                window + 1,
                new Window(start, start + 60, 60, records, List.of()),
                metas,
                List.of(),
                statements,
                null,
                Map.of(),
                List.of());
    }

    private static List<RuRecord> spending(String source, long later) {
        long at = START + later;
        return List.of(
                spent(source, "web", CART, Sha256.NONE, byOrigin(at, 30, 10, 10)),
                spent(source, "batch", CART, Sha256.NONE, new RuItem(at, 10, 5, 20 * MILLI, 0, 0)),
                spent(
                        source,
                        "batch",
                        ORDERS,
                        ReportFixture.digest(later == 0 ? 0xa1 : 0xb2),
                        new RuItem(at, 40.25, 2, 400 * MILLI, 1, 0)),
                spent(source, "web", BEYOND, Sha256.NONE, new RuItem(at, 0, 4, 8 * MILLI, 4, 0)),
                spent("postgres", "web", SILENT, Sha256.NONE, new RuItem(at, 2, 4, 8 * MILLI, 0, 0)),
                others(RecordScope.USER_OTHERS, source, "web", new RuItem(at, 5, 50, 50 * MILLI, 0, 0)),
                others(RecordScope.GLOBAL_OTHERS, source, "", new RuItem(at, 15, 70, 70 * MILLI, 0, 0)));
    }

    private static RuItem byOrigin(long at, double ru, long executions, long millis) {
        Map<String, RuItem> origins = new LinkedHashMap<>();
        origins.put("GET /cart", new RuItem(at, ru * 3 / 4, executions - 2, (millis - 2) * MILLI, 0, 0));
        origins.put("", new RuItem(at, ru / 4, 2, 2 * MILLI, 0, 0));
        return new RuItem(at, ru, executions, millis * MILLI, 0, 0, origins);
    }

    private static RuRecord spent(String source, String user, Sha256 digest, Sha256 plan, RuItem item) {
        return new RuRecord(RecordScope.STATEMENT, KEYSPACE, source, user, digest, plan, List.of(item));
    }

    private static RuRecord others(RecordScope scope, String source, String user, RuItem item) {
        String keyspace = scope == RecordScope.GLOBAL_OTHERS ? "" : KEYSPACE;
        return new RuRecord(scope, keyspace, source, user, Sha256.NONE, Sha256.NONE, List.of(item));
    }

    private static List<StatementRecord> first(String source) {
        return List.of(
                counted(CART, "SELECT cart", 15, source, Sums.REPEATED),
                counted(ORDERS, "SELECT orders", 2, source, Sums.ALLOCATING),
                counted(SILENT, "", 4, "postgres", Sums.SILENT),
                counted(Sha256.NONE, "", 4, source, Sums.PLAIN));
    }

    private static List<StatementRecord> second(String source) {
        return List.of(
                counted(CART, "SELECT cart", 12, source, Sums.REPEATED),
                counted(ORDERS, "SELECT orders", 1, null, Sums.ALLOCATING),
                counted(SILENT, "", 4, "postgres", Sums.SILENT));
    }

    private enum Sums {
        PLAIN,
        REPEATED,
        ALLOCATING,
        /** A driver that never reports the number of changed rows. */
        SILENT
    }

    /** Returns a record; {@code source} is null if its request units are unknown. */
    private static StatementRecord counted(
            Sha256 digest, String summary, int count, @Nullable String source, Sums sums) {
        int bucket = LatencyBuckets.index(count * MILLI);
        boolean repeated = sums == Sums.REPEATED;
        boolean silent = sums == Sums.SILENT;
        StatementRecord origin = part(digest, 10, source, "GET /cart", 11, List.of());
        return new StatementRecord(
                "shop",
                digest,
                "",
                summary,
                count,
                repeated ? 2 : 0,
                repeated ? Map.of(ErrorClass.CONSTRAINT, 2L) : Map.of(),
                1,
                silent ? null : Long.valueOf(3),
                silent ? count : 0,
                silent ? 0 : 2L * count,
                count * count * MILLI,
                HistogramSnapshot.highPicos(bucket) / 1_000,
                MILLI / 4,
                source == null ? 0 : 2.5 * count,
                source,
                sums == Sums.ALLOCATING ? 1_500_000 : 0,
                sums == Sums.ALLOCATING ? 900_000 : 0,
                sums == Sums.ALLOCATING,
                HistogramSnapshot.of(bucket - 1, new long[] {1, count - 1}),
                repeated ? 11 : 0,
                repeated ? 1 : 0,
                repeated ? 11 : 0,
                "",
                repeated ? List.of(origin) : List.of(),
                List.of(),
                Map.of());
    }

    private static StatementRecord part(
            Sha256 digest, int count, @Nullable String source, String origin, int most, List<StatementRecord> none) {
        return new StatementRecord(
                "shop",
                digest,
                "",
                "",
                count,
                1,
                Map.of(),
                0,
                0L,
                0,
                20,
                count * MILLI,
                MILLI,
                MILLI / 8,
                source == null ? 0 : 2.0 * count,
                source,
                0,
                0,
                false,
                HistogramSnapshot.EMPTY,
                most,
                1,
                most,
                origin,
                none,
                List.of(),
                Map.of());
    }
}
