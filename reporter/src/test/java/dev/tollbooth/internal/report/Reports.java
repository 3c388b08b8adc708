package dev.tollbooth.internal.report;

import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.PlanChange;
import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.SqlItem;
import dev.tollbooth.report.SqlRecord;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.report.TextMeta;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.RuTerm;
import dev.tollbooth.statement.Sha256;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reports with known figures. */
public final class Reports {

    /** The begin of the first report's window, in seconds since 1970 UTC. */
    public static final long START = 1_760_000_040;

    /** The sender of the reports. */
    public static final ReportResource SENDER = new ReportResource(
            "checkout", "1.42.0", "production", "default", "host", 7, Map.of("cloud.region", "eu-1"));

    private static final String KEYSPACE = "PostgreSQL/shop";

    private Reports() {}

    /** Returns a digest of 32 equal bytes. */
    public static Sha256 digest(int filler) {
        byte[] bytes = new byte[Sha256.BYTES];
        Arrays.fill(bytes, (byte) filler);
        return Sha256.of(bytes);
    }

    /** Returns report number {@code sequence} with {@code records} of one item: 1.5 RU, 2 executions, 30 ns each. */
    public static Report of(long sequence, int records) {
        List<RuRecord> ruRecords = new ArrayList<>();
        List<TextMeta> metas = new ArrayList<>();
        long start = START + 60 * (sequence - 1);
        for (int i = 0; i < records; i++) {
            ruRecords.add(
                    record(RecordScope.STATEMENT, "app", digest(1 + i % 250), new RuItem(start, 1.5, 2, 30, 0, 0)));
            metas.add(new TextMeta(KEYSPACE, digest(1 + i % 250), "select ?"));
        }
        return new Report(
                "default",
                "boot",
                sequence,
                new Window(start, start + 60, 60, ruRecords, List.of()),
                metas,
                List.of(),
                List.of(),
                null,
                Map.of(),
                List.of());
    }

    /** Returns a record of one user. */
    public static RuRecord record(RecordScope scope, String user, Sha256 digest, RuItem... items) {
        return new RuRecord(scope, KEYSPACE, "estimate", user, digest, Sha256.NONE, List.of(items));
    }

    /** Returns an item with parts of two origins, of others, and of no origin. */
    public static RuItem byOrigin() {
        Map<String, RuItem> origins = new LinkedHashMap<>();
        origins.put("GET /orders", new RuItem(START, 2, 1, 2_000, 0, 0));
        origins.put("(other)", new RuItem(START, 0.25, 1, 1_000, 0, 1));
        origins.put("", new RuItem(START, 0, 1, 1_000, 1, 1));
        return new RuItem(START, 2.25, 3, 4_000, 1, 2, origins);
    }

    /** Returns a report with a value in every field. */
    public static Report full() {
        RuRecord statement = new RuRecord(
                RecordScope.STATEMENT,
                KEYSPACE,
                "estimate",
                "_others_",
                digest(1),
                digest(2),
                List.of(byOrigin(), new RuItem(START + 15, 0, 5, 6_000, 5, 0)));
        RuRecord global = new RuRecord(
                RecordScope.GLOBAL_OTHERS,
                "",
                "estimate",
                "",
                Sha256.NONE,
                Sha256.NONE,
                List.of(new RuItem(START, 0.5, 7, 8, 0, 0)));
        SqlRecord sql = new SqlRecord(KEYSPACE, digest(1), digest(2), List.of(new SqlItem(START, 3, 4_000, 5_999_999)));
        return new Report(
                "shop-1",
                "0123-abcd",
                42,
                new Window(START, START + 60, 15, List.of(statement, global), List.of(sql)),
                List.of(new TextMeta(KEYSPACE, digest(1), "select * from t where id = ?")),
                List.of(new TextMeta(KEYSPACE, digest(2), "TableScan t")),
                List.of(statement("shop", digest(1), 3), statement(null, digest(3), 1)),
                statement(null, Sha256.NONE, 4),
                Map.of(DropReason.SINK_BUSY, new DropCount(1, 2, 3.5, "postgres", 4, 5)),
                List.of(new PlanChange(KEYSPACE, digest(1), digest(3), digest(2), START)));
    }

    /** Returns a row with {@code count} executions in each of the buckets 0, 100 and 449. */
    public static StatementRecord statement(@Nullable String schema, Sha256 digest, long count) {
        long[] buckets = new long[450];
        buckets[0] = count;
        buckets[100] = count;
        buckets[449] = count;
        return new StatementRecord(
                schema,
                digest,
                "select * from t where id = ?",
                "SELECT t",
                3 * count,
                1,
                Map.of(),
                2,
                3L,
                0,
                4,
                5_000_000,
                10_000_000_000_000L,
                7,
                8.5,
                "estimate",
                9,
                10,
                true,
                HistogramSnapshot.of(0, buckets),
                0,
                0,
                0,
                "",
                List.of(),
                List.of(
                        new RuTerm("statements", "estimate", 3 * count, 0.475),
                        new RuTerm("bytes read by getters", "estimate", 0, 1 / 65_536.0)),
                Map.of());
    }
}
