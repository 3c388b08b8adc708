package dev.tollbooth.internal.accuracy;

import dev.tollbooth.internal.digest.DigestCache;
import dev.tollbooth.internal.digest.DigestOptions;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.memory.AllocatedBytes;
import dev.tollbooth.internal.memory.LiveSampler;
import dev.tollbooth.internal.memory.ObjectLayout;
import dev.tollbooth.internal.table.SchemaStatements;
import dev.tollbooth.internal.table.StatementStats;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.StatementTableOptions;
import dev.tollbooth.internal.table.TableMemory;
import dev.tollbooth.internal.time.LatencyBuckets;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.statement.SqlDialect;
import java.lang.management.ManagementFactory;
import java.util.Random;
import javax.management.JMException;
import javax.management.ObjectName;

/** A program that holds 20,000 statements in a JVM of its own, and prints their tracked, measured and true bytes. */
public final class AccuracyMain {

    private static final int STATEMENTS = 20_000;
    private static final long SEED = 7;
    private static final int COLLECTIONS = 4;

    private static final class Accounts {

        private final LiveSampler<TextDigest> liveDigests = sampler();
        private final LiveSampler<StatementStats> liveRows = sampler();
        private final ObjectLayout layout;
        private final DigestCache cache;
        private final TableMemory memory;
        private final StatementTable table;

        Accounts(ObjectLayout layout) {
            this.layout = layout;
            this.cache = new DigestCache(SqlDialect.TIDB, DigestOptions.DEFAULT, 1 << 28, layout, liveDigests);
            this.memory = new TableMemory(layout, liveRows);
            this.table = new StatementTable(
                    StatementTableOptions.DEFAULT.withSize(STATEMENTS), () -> 0, new WallClock(0, 0), memory);
        }

        private static <T> LiveSampler<T> sampler() {
            Random random = new Random(SEED);
            return new LiveSampler<>(LiveSampler.DEFAULT_INTERVAL_BYTES, random::nextDouble);
        }

        void fill(int statements, int buckets, boolean hashed) {
            SchemaStatements schema = table.schema("shop");
            for (int i = 0; i < statements; i++) {
                String sql = "select id, name, price from products p" + i + " where category = ? and price < ?";
                cache.get(sql);
                TextDigest digest = cache.get(sql);
                // computes the kind, as the estimate of request units does
                digest.kind();
                if (hashed) {
                    digest.sha256();
                }
                StatementStats row = schema.statement(digest);
                for (int bucket = 0; bucket < buckets; bucket++) {
                    row.add(LatencyBuckets.lowPicos(bucket) / 1_000 + 1, 0, 1, 0, 0);
                }
            }
        }

        long tracked() {
            long rows = table.walkMemory().total();
            cache.walk(memory.lastWalk());
            return cache.weightBytes() + rows + samplers();
        }

        long measured() {
            return cache.measuredBytes()
                    + memory.measure().total()
                    + table.walkMemory().digests()
                    + samplers();
        }

        private long samplers() {
            return liveDigests.weight(layout) + liveRows.weight(layout);
        }
    }

    private AccuracyMain() {}

    /**
     * Prints {@code layout entries truth tracked measured}.
     *
     * @param arguments the number of used buckets of each statement, and whether hash codes are computed
     */
    public static void main(String[] arguments) throws JMException {
        int buckets = Integer.parseInt(arguments[0]);
        boolean hashed = Boolean.parseBoolean(arguments[1]);
        ObjectLayout layout = ObjectLayout.calibrate(AllocatedBytes.ofThisJvm());
        // loads the classes; this object is garbage afterwards
        Accounts first = new Accounts(layout);
        first.fill(1_000, buckets, hashed);
        first.measured();
        first = null;
        byte[] ballast = new byte[50 << 20];
        long without = usedBytes();
        Accounts accounts = new Accounts(layout);
        accounts.fill(STATEMENTS, buckets, hashed);
        long truth = usedBytes() - without;
        System.out.println(
                layout.headerBytes() + " " + layout.referenceBytes() + " " + accounts.table.size() + " " + truth + " "
                        + accounts.tracked() + " " + accounts.measured() + " " + (ballast.length > 0 && first == null));
    }

    /**
     * Returns the used heap after a collection. With ZGC, whose figure counts whole pages of 2 MB or more, it is the
     * sum of the class histogram.
     */
    private static long usedBytes() throws JMException {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        boolean pages = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .anyMatch(collector -> collector.getName().startsWith("ZGC"));
        return pages
                ? histogramBytes()
                : ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static long histogramBytes() throws JMException {
        String histogram = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        String total = histogram.substring(histogram.lastIndexOf("Total"));
        return Long.parseLong(total.strip().split("\\s+")[2]);
    }
}
