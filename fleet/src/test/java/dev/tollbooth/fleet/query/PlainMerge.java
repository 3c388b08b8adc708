package dev.tollbooth.fleet.query;

import dev.tollbooth.internal.file.ReportFileReader;
import dev.tollbooth.proto.v1.OriginRecord;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.RuOriginItem;
import dev.tollbooth.proto.v1.StatementRecord;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The sums of report files, made by plain loops, with quantiles as the specification defines them. It shares no code
 * with the driver, DuckDB or Spark, except for the reader of files.
 */
public final class PlainMerge {

    /** The sums of a statement in a service. */
    public static final class Sums {
        public long executions;
        public long errors;
        public long nanos;
        public final long[] buckets = new long[450];
        /** Executions and nanoseconds, including reading, by origin; an empty name means no origin. */
        public final Map<String, long[]> origins = new TreeMap<>();

        private void add(String origin, long more, long longer) {
            long[] own = origins.computeIfAbsent(origin, k -> new long[2]);
            own[0] += more;
            own[1] += longer;
        }

        /** Returns a quantile in picoseconds. */
        public BigDecimal quantile(int numerator, int denominator) {
            BigInteger total = BigInteger.ZERO;
            for (long bucket : buckets) {
                total = total.add(BigInteger.valueOf(bucket));
            }
            BigInteger rank = total.multiply(BigInteger.valueOf(numerator))
                    .add(BigInteger.valueOf(denominator - 1))
                    .divide(BigInteger.valueOf(denominator));
            BigInteger sum = BigInteger.ZERO;
            for (int i = 0; i < buckets.length; i++) {
                sum = sum.add(BigInteger.valueOf(buckets[i]));
                if (sum.compareTo(rank) >= 0) {
                    return high(i);
                }
            }
            throw new AssertionError("no bucket reaches the rank");
        }

        private static BigDecimal high(int bucket) {
            double bound = 1e7;
            for (int i = 0; i < bucket; i++) {
                bound *= 1.0471285480508996;
            }
            return bucket == 449 ? new BigDecimal("18446744073709551615") : BigDecimal.valueOf((long) bound);
        }
    }

    private final Map<FleetComparison.Key, Sums> statements = new TreeMap<>(
            Comparator.comparing(FleetComparison.Key::service).thenComparing(FleetComparison.Key::digest));
    private final Set<String> known = new HashSet<>();

    /** Adds each report of the files once. */
    public static Map<FleetComparison.Key, Sums> of(Path... places) throws IOException {
        PlainMerge merge = new PlainMerge();
        for (Path file : ReportFileReader.expand(List.of(places))) {
            ReportFileReader.read(file, merge::add);
        }
        return merge.statements;
    }

    /** Returns the executions of {@code user} by service and origin; an empty name means no origin. */
    public static Map<List<String>, Long> spentBy(String user, Path... places) throws IOException {
        Map<List<String>, Long> executions = new HashMap<>();
        for (Path file : ReportFileReader.expand(List.of(places))) {
            ReportFileReader.read(file, report -> {
                for (RuOriginItem item : report.getRuOriginsList()) {
                    if (report.getTopRuRecords(item.getRecord()).getUser().equals(user)) {
                        executions.merge(
                                List.of(report.getResource().getServiceName(), item.getOrigin()),
                                item.getExecCount(),
                                Long::sum);
                    }
                }
            });
        }
        return executions;
    }

    private void add(Report report) {
        if (!known.add(report.getBootId() + report.getSequence())) {
            return;
        }
        for (StatementRecord record : report.getStatementRecordsList()) {
            FleetComparison.Key key = new FleetComparison.Key(
                    report.getResource().getServiceName(),
                    HexFormat.of().formatHex(record.getDigest().toByteArray()));
            Sums sums = statements.computeIfAbsent(key, k -> new Sums());
            sums.executions += record.getExecCount();
            sums.errors += record.getErrorCount();
            sums.nanos += record.getSumLatencyNs();
            long[] ofNone = {record.getExecCount(), record.getSumLatencyNs() + record.getSumFetchNs()};
            for (OriginRecord origin : record.getOriginsList()) {
                long[] own = {origin.getExecCount(), origin.getSumLatencyNs() + origin.getSumFetchNs()};
                sums.add(origin.getOrigin(), own[0], own[1]);
                ofNone[0] -= own[0];
                ofNone[1] -= own[1];
            }
            sums.add("", ofNone[0], ofNone[1]);
            for (int i = 0; i < record.getBucketIndexCount(); i++) {
                sums.buckets[record.getBucketIndex(i)] += record.getBucketCount(i);
            }
        }
    }
}
