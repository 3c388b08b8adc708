package dev.tollbooth.fleet.parquet;

import dev.tollbooth.internal.time.LatencyBuckets;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.SQLException;
import org.duckdb.DuckDBAppender;

/**
 * The bounds of the 450 latency buckets as a table. Those in picoseconds are decimals, since the last one, 2^64-1, fits no
 * signed integer of 64 bits.
 */
final class BucketBounds {

    private BucketBounds() {}

    static void create(FleetDatabase database) throws SQLException {
        database.execute("CREATE OR REPLACE TABLE buckets (bucket_id SMALLINT, low_picos DECIMAL(20, 0),"
                + " high_picos DECIMAL(20, 0), high_nanos BIGINT)");
        try (DuckDBAppender rows = database.connection().createAppender("main", "buckets")) {
            for (int bucket = 0; bucket < LatencyBuckets.COUNT; bucket++) {
                long high = LatencyBuckets.highPicos(bucket);
                rows.beginRow()
                        .append((short) bucket)
                        .append(decimal(LatencyBuckets.lowPicos(bucket)))
                        .append(decimal(high))
                        .append(Long.divideUnsigned(high, 1_000))
                        .endRow();
            }
        }
    }

    private static BigDecimal decimal(long unsigned) {
        return new BigDecimal(new BigInteger(Long.toUnsignedString(unsigned)));
    }
}
