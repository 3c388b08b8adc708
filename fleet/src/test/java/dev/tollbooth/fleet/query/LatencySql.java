package dev.tollbooth.fleet.query;

/**
 * The SQL that adds up latencies by bucket. All JVMs have the same buckets. A quantile is the upper bound of the first
 * bucket whose running sum reaches the quantile's rank. The sums are integers, so the quantile equals
 * that of {@code HistogramSnapshot} exactly.
 */
final class LatencySql {

    private LatencySql() {}

    /**
     * Returns common table expressions. The last one, {@code quantiles}, has {@code keys}, {@code total}, and p50, p95,
     * p99 and p999 in nanoseconds and picoseconds.
     *
     * @param keys columns, separated by commas
     * @param condition the condition for rows of {@code statements}
     */
    static String quantiles(String keys, String condition) {
        return "measured AS (SELECT " + keys + ", unnest(bucket_id) AS bucket_id, unnest(bucket_count) AS n"
                + " FROM statements WHERE " + condition + "),"
                + " merged AS (SELECT " + keys + ", bucket_id, CAST(sum(n) AS BIGINT) AS n FROM measured GROUP BY ALL),"
                + " running AS (SELECT " + keys + ", bucket_id,"
                + " CAST(sum(n) OVER (PARTITION BY " + keys + " ORDER BY bucket_id) AS BIGINT) AS reached,"
                + " CAST(sum(n) OVER (PARTITION BY " + keys + ") AS BIGINT) AS total FROM merged),"
                + " ranked AS (SELECT " + keys + ", any_value(total) AS total,"
                + rank("p50", 50, 100) + "," + rank("p95", 95, 100) + "," + rank("p99", 99, 100) + ","
                + rank("p999", 999, 1_000) + " FROM running GROUP BY ALL),"
                + " quantiles AS (SELECT ranked.*" + bound("p50") + bound("p95") + bound("p99") + bound("p999")
                + " FROM ranked)";
    }

    private static String rank(String name, int numerator, int denominator) {
        return " min(bucket_id) FILTER (reached >= (total * " + numerator + " + " + (denominator - 1) + ") // "
                + denominator + ") AS " + name + "_bucket";
    }

    private static String bound(String name) {
        String of = " FROM buckets WHERE bucket_id = ranked." + name + "_bucket)";
        return ", (SELECT high_nanos" + of + " AS " + name + "_nanos, (SELECT high_picos" + of + " AS " + name
                + "_picos";
    }
}
