package dev.tollbooth.cli.report;

import dev.tollbooth.internal.file.ReportFileOptions;
import dev.tollbooth.internal.file.ReportFileSink;
import dev.tollbooth.internal.report.ReportResource;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.SqlItem;
import dev.tollbooth.report.SqlRecord;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.report.TextMeta;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.ErrorClass;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Sha256;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Report files of a shop: two users, a statement of both, one with a change of plan, and others. */
final class ReportFixture {

    static final long START = 1_763_719_200; // 2025-11-21T10:00:00Z
    static final long MILLI = 1_000_000;

    private static final String KEYSPACE = "PostgreSQL/shop";

    private ReportFixture() {}

    static Sha256 digest(int filler) {
        byte[] bytes = new byte[Sha256.BYTES];
        Arrays.fill(bytes, (byte) filler);
        return Sha256.of(bytes);
    }

    /** Writes {@code windows} reports of one minute each to one file. */
    static void write(Path directory, String bootId, int windows) {
        try (ReportFileSink sink = sink(directory)) {
            for (int i = 0; i < windows; i++) {
                sink.accept(report(bootId, i, windows));
            }
        }
    }

    static ReportFileSink sink(Path directory) {
        return new ReportFileSink(
                ReportFileOptions.of(directory, ReportResource.ofInstance("default"), 1L << 30), new DropCounters());
    }

    /** Returns a report with these records. */
    static Report report(String bootId, int window, List<RuRecord> records, List<StatementRecord> statements) {
        long start = START + 60L * window;
        return new Report(
                "default",
                bootId,
                window + 1,
                new Window(start, start + 60, 60, records, List.of()),
                List.of(),
                List.of(),
                statements,
                null,
                Map.of(),
                List.of());
    }

    static RuRecord statement(String user, Sha256 digest, Sha256 plan) {
        return statement(user, digest, plan, new RuItem(START, 1, 1, MILLI, 0, 0));
    }

    private static Report report(String bootId, int window, int windows) {
        long start = START + 60L * window;
        Sha256 plan = digest(window < windows / 2 ? 0xa1 : 0xb2);
        List<RuRecord> records = new ArrayList<>();
        records.add(statement("web", digest(0x11), Sha256.NONE, new RuItem(start, 30, 10, 10 * MILLI, 0, 0)));
        records.add(statement("batch", digest(0x11), Sha256.NONE, new RuItem(start, 10, 5, 20 * MILLI, 0, 0)));
        records.add(statement("batch", digest(0x22), plan, new RuItem(start, 40, 1, 400 * MILLI, 0, 0)));
        records.add(new RuRecord(
                RecordScope.USER_OTHERS,
                KEYSPACE,
                "estimate",
                "web",
                Sha256.NONE,
                Sha256.NONE,
                List.of(new RuItem(start, 5, 50, 50 * MILLI, 0, 0))));
        records.add(new RuRecord(
                RecordScope.GLOBAL_OTHERS,
                "",
                "estimate",
                "",
                Sha256.NONE,
                Sha256.NONE,
                List.of(new RuItem(start, 15, 70, 70 * MILLI, 0, 0))));
        SqlRecord sql = new SqlRecord(
                KEYSPACE, digest(0x11), Sha256.NONE, List.of(new SqlItem(start, 15, 30 * MILLI, 4 * MILLI)));
        List<TextMeta> metas = List.of(
                new TextMeta(KEYSPACE, digest(0x11), "select * from cart where id = ?"),
                new TextMeta(KEYSPACE, digest(0x22), "select sum ( total ) from orders"));
        List<StatementRecord> statements = List.of(
                counted(digest(0x11), "SELECT cart", 15, 2, 15, 2 * MILLI),
                counted(digest(0x22), "SELECT orders", 1, 0, 9_000, 400 * MILLI));
        return new Report(
                "default",
                bootId,
                window + 1,
                new Window(start, start + 60, 60, records, List.of(sql)),
                metas,
                List.of(new TextMeta(KEYSPACE, plan, "TableScan orders")),
                statements,
                counted(Sha256.NONE, "", 16, 2, 9_015, 2 * MILLI),
                Map.of(),
                List.of());
    }

    private static RuRecord statement(String user, Sha256 digest, Sha256 plan, RuItem item) {
        return new RuRecord(RecordScope.STATEMENT, KEYSPACE, "estimate", user, digest, plan, List.of(item));
    }

    static StatementRecord counted(
            Sha256 digest, String summary, long count, long errors, long rows, long latencyNanos) {
        HistogramSnapshot histogram = HistogramSnapshot.of(LatencyBuckets.index(latencyNanos), new long[] {count});
        return new StatementRecord(
                "public",
                digest,
                "",
                summary,
                count,
                errors,
                errors == 0 ? Map.of() : Map.of(ErrorClass.CONSTRAINT, errors),
                0,
                0L,
                0,
                rows,
                count * latencyNanos,
                latencyNanos,
                0,
                40,
                "estimate",
                0,
                0,
                false,
                histogram,
                0,
                0,
                0,
                "",
                List.of(),
                List.of(),
                Map.of());
    }
}
