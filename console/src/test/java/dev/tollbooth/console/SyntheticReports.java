package dev.tollbooth.console;

import com.google.protobuf.ByteString;
import dev.tollbooth.console.model.ReportSource;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.proto.tipb.PlanMeta;
import dev.tollbooth.proto.tipb.RecordScope;
import dev.tollbooth.proto.tipb.SQLMeta;
import dev.tollbooth.proto.tipb.TopRURecord;
import dev.tollbooth.proto.tipb.TopRURecordItem;
import dev.tollbooth.proto.v1.DropCounter;
import dev.tollbooth.proto.v1.OriginRecord;
import dev.tollbooth.proto.v1.PlanChange;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.RuOriginItem;
import dev.tollbooth.proto.v1.RuTerm;
import dev.tollbooth.proto.v1.StatementRecord;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reports of an imaginary shop: busy by day, with a deployment in the afternoon after which one statement has a worse
 * plan.
 */
final class SyntheticReports implements ReportSource {

    /** The begin of a day in UTC, in seconds since 1970. */
    static final long START = 1_795_478_400L;

    private static final List<String> USERS =
            List.of("acme", "bluebird", "corvid", "dunlin", "egret", "finch", "grouse");

    private static final String[][] SHOP = {
        {
            "SELECT orders",
            "select `o` . `id` , `o` . `total` , `c` . `name` from `orders` `o` join `customer` `c` on `c` . `id` = `o` . `customer_id` where `o` . `placed_at` > ? order by `o` . `placed_at` desc limit ?",
            "38",
            "3.2e6"
        },
        {
            "SELECT order_item product",
            "select `p` . `category` , sum ( `i` . `quantity` * `i` . `price` ) as `revenue` from `order_item` `i` join `product` `p` on `p` . `id` = `i` . `product_id` group by `p` . `category`",
            "0.8",
            "1.4e8"
        },
        {
            "SELECT product",
            "select `id` , `name` , `price` from `product` where `category` = ? and `price` between ? and ? order by `price` limit ?",
            "64",
            "1.1e6"
        },
        {"INSERT orders", "insert into `orders` ( `customer_id` , `placed_at` , `total` ) values ( ... )", "21", "2.3e6"
        },
        {
            "UPDATE stock",
            "update `stock` set `quantity` = `quantity` - ? where `product_id` = ? and `warehouse_id` = ?",
            "27",
            "1.6e6"
        },
        {"SELECT session", "select `data` from `session` where `id` = ?", "180", "2.1e5"},
        {"MERGE cart_item", "merge into `cart_item` key ( `customer_id` , `product_id` ) values ( ... )", "33", "7e5"},
        {"DELETE cart_item", "delete from `cart_item` where `customer_id` = ?", "9", "9e5"},
        {"SELECT customer", "select `id` , `name` , `email` from `customer` where lower ( `email` ) = ?", "12", "4.4e6"
        },
        {
            "SELECT review",
            "select `rating` , `text` from `review` where `product_id` = ? order by `created_at` desc limit ?",
            "26",
            "1.9e6"
        },
        {"UPDATE customer", "update `customer` set `last_seen` = ? where `id` = ?", "44", "6e5"},
        {"SELECT stock", "select `quantity` from `stock` where `product_id` in ( ... )", "70", "4.2e5"},
    };

    private final String[] texts;
    private final ByteString[] digests;
    private final int windows;
    private final int windowSeconds;

    /** Makes reports of {@code statements} in {@code windows}, each of the same length. */
    SyntheticReports(int statements, int windows, int windowSeconds) {
        this.texts =
                IntStream.range(0, statements).mapToObj(SyntheticReports::text).toArray(String[]::new);
        this.digests = Stream.of(texts).map(SyntheticReports::digest).toArray(ByteString[]::new);
        this.windows = windows;
        this.windowSeconds = windowSeconds;
    }

    @Override
    public void forEach(Consumer<Report> reports) {
        Random random = new Random(31);
        for (int window = 0; window < windows; window++) {
            reports.accept(report(window, random));
        }
    }

    private Report report(int window, Random random) {
        long start = START + (long) window * windowSeconds;
        double hour = (double) window / windows * 24;
        boolean deployed = hour >= 14.2;
        Report.Builder report = Report.newBuilder()
                .setSchemaVersion(1)
                .setInstance("shop")
                .setBootId(deployed ? "5e0c9bd1f2" : "a41f77c0b8")
                .setSequence(window + 1)
                .setWindowStartSec(start)
                .setWindowEndSec(start + windowSeconds)
                .setItemSeconds(windowSeconds)
                .addRuTerms(term("statements", 0.125))
                .addRuTerms(term("ms of execution and fetch on the client", 1 / 3.0));
        double busy = 0.25
                + 0.75 * Math.max(0, Math.sin((hour - 6) / 24 * 2 * Math.PI))
                + 0.35 * Math.exp(-Math.pow(hour - 20, 2) / 2);
        for (int i = 0; i < texts.length; i++) {
            boolean slow = i == 0 && hour >= 14.6 && hour < 18.3;
            statement(report, i, busy, slow, hour, random);
        }
        if (window == (int) (windows * 14.6 / 24)) {
            report.addPlanChanges(PlanChange.newBuilder()
                    .setSqlDigest(digests[0])
                    .setOldPlanDigest(digest("plan 0"))
                    .setNewPlanDigest(digest("plan 1"))
                    .setChangedAtSec(start));
        }
        report.addDropCounters(DropCounter.newBuilder()
                .setReason("FOLDED")
                .setTimes(12)
                .setKeys(40)
                .setRu(31.5));
        return report.build();
    }

    private static RuTerm term(String name, double ruPerUnit) {
        return RuTerm.newBuilder()
                .setName(name)
                .setSource("estimate")
                .setRuPerUnit(ruPerUnit)
                .build();
    }

    private void statement(Report.Builder report, int i, double busy, boolean slow, double hour, Random random) {
        String[] kind = SHOP[i % SHOP.length];
        double rate =
                Double.parseDouble(kind[2]) * busy / (1 + 3 * (i / SHOP.length)) * (0.85 + 0.3 * random.nextDouble());
        long calls = Math.round(rate * windowSeconds);
        if (calls == 0 || (i >= SHOP.length * 4 && random.nextInt(40) != 0)) {
            return;
        }
        double typical = Double.parseDouble(kind[3]) * (slow ? 4.5 : 1) * (1 + 0.15 * (i / SHOP.length) % 3);
        StatementRecord.Builder record = StatementRecord.newBuilder()
                .setSchemaName("shop")
                .setDigest(digests[i])
                .setExecCount(calls)
                .setSummary(kind[0])
                .setRuSource("estimate");
        TreeMap<Integer, Long> buckets = new TreeMap<>();
        long nanos = 0;
        long max = 0;
        long left = calls;
        for (int sample = 0; sample < 24 && left > 0; sample++) {
            long weight = sample == 23 ? left : Math.max(1, Math.min(left, calls / 24));
            long latency = Math.max(
                    1_000, (long) (typical * Math.exp(random.nextGaussian() * 0.45 + (sample == 7 ? 1.5 : 0))));
            buckets.merge(LatencyBuckets.index(latency), weight, Long::sum);
            nanos += latency * weight;
            max = Math.max(max, latency);
            left -= weight;
        }
        buckets.forEach((bucket, n) -> record.addBucketIndex(bucket).addBucketCount(n));
        long errors = i == 3 && hour > 14.2 && hour < 14.7 ? calls / 9 : i == 4 && random.nextInt(9) == 0 ? 1 : 0;
        double ru = calls * typical / 3e6 + calls * 0.125;
        boolean writes = !kind[0].startsWith("SELECT");
        report.addStatementRecords(record.setSumLatencyNs(nanos)
                .setMaxLatencyNs(max)
                .setErrorCount(errors)
                .setRowsRead(writes ? 0 : calls * (1 + i % 12))
                .setRowsAffected(writes ? calls : 0)
                .setTotalRu(ru)
                .addRuTerm(0)
                .addRuTermAmount(calls)
                .addRuTerm(1)
                .addRuTermAmount(calls * typical / 1e6));
        if (errors > 0) {
            report.getStatementRecordsBuilder(report.getStatementRecordsCount() - 1)
                    .putErrorsByClass(i == 3 ? "23" : "40", errors);
        }
        if (i == 2) {
            repeat(report.getStatementRecordsBuilder(report.getStatementRecordsCount() - 1));
        }
        report.addSqlMetas(SQLMeta.newBuilder().setSqlDigest(digests[i]).setNormalizedSql(texts[i]));
        if (i < SHOP.length * 2) {
            spenders(report, i, calls, nanos, ru, slow);
        }
    }

    /** Adds repetitions to a record: one handler reads most of the rows one by one. */
    private static void repeat(StatementRecord.Builder record) {
        long calls = record.getExecCount() * 3 / 4;
        record.setMaxPerTransaction(31)
                .setRepeatedTransactions(calls / 31)
                .setRepeatedExecutions(calls / 31 * 31)
                .addOrigins(OriginRecord.newBuilder()
                        .setOrigin("GET /catalog/{category}")
                        .setExecCount(calls)
                        .setSumLatencyNs(record.getSumLatencyNs() * 3 / 4)
                        .setRowsRead(record.getRowsRead() * 3 / 4)
                        .setTotalRu(record.getTotalRu() * 3 / 4)
                        .setMaxPerTransaction(31)
                        .setRepeatedTransactions(calls / 31)
                        .setRepeatedExecutions(calls / 31 * 31));
    }

    private void spenders(Report.Builder report, int i, long calls, long nanos, double ru, boolean slow) {
        ByteString planDigest = digest(i == 0 ? slow ? "plan 1" : "plan 0" : "plan of " + i);
        report.addPlanMetas(
                PlanMeta.newBuilder()
                        .setPlanDigest(planDigest)
                        .setNormalizedPlan(
                                slow
                                        ? "Sort  (key: placed_at DESC)\n  Hash Join  (customer_id = id)\n    Seq Scan on orders\n    Hash\n      Seq Scan on customer"
                                        : "Limit\n  Nested Loop\n    Index Scan Backward using orders_placed_at on orders\n    Index Scan using customer_pkey on customer"));
        double[] shares = {0.38, 0.22, 0.15, 0.1, 0.07, 0.05, 0.03};
        for (int user = 0; user < USERS.size(); user++) {
            if (i == 2 && user == 0) {
                origins(report, (long) (calls * shares[0]), (long) (nanos * shares[0]), ru * shares[0]);
            }
            report.addTopRuRecords(TopRURecord.newBuilder()
                    .setUser(USERS.get(user))
                    .setRuSource("estimate")
                    .setSqlDigest(digests[i])
                    .setPlanDigest(i < 3 ? planDigest : ByteString.EMPTY)
                    .setScope(user == 6 ? RecordScope.RECORD_SCOPE_USER_OTHERS : RecordScope.RECORD_SCOPE_STATEMENT)
                    .addItems(TopRURecordItem.newBuilder()
                            .setTimestampSec(report.getWindowStartSec())
                            .setTotalRu(ru * shares[user])
                            .setExecCount((long) (calls * shares[user]))
                            .setExecDuration((long) (nanos * shares[user]))));
        }
    }

    /** Adds origins to the next record of request units: all executions except for one belong to one handler. */
    private static void origins(Report.Builder report, long calls, long nanos, double ru) {
        for (String origin : List.of("GET /catalog/{category}", "")) {
            report.addRuOrigins(RuOriginItem.newBuilder()
                    .setRecord(report.getTopRuRecordsCount())
                    .setTimestampSec(report.getWindowStartSec())
                    .setOrigin(origin)
                    .setTotalRu(origin.isEmpty() ? ru / 4 : ru * 3 / 4)
                    .setExecCount(origin.isEmpty() ? 1 : calls - 1)
                    .setExecDuration(origin.isEmpty() ? nanos / 4 : nanos - nanos / 4));
        }
    }

    private static String text(int i) {
        String text = SHOP[i % SHOP.length][1];
        return i < SHOP.length
                ? text
                : text.replaceFirst("` (where|group|set|values|key|\\()", "_" + i / SHOP.length + "` $1");
    }

    static ByteString digest(String text) {
        try {
            return ByteString.copyFrom(
                    MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns all reports. */
    List<Report> list() {
        List<Report> all = new ArrayList<>();
        forEach(all::add);
        return all;
    }
}
