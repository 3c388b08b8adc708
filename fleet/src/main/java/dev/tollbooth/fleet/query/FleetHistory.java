package dev.tollbooth.fleet.query;

import dev.tollbooth.fleet.parquet.SqlLiteral;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.StatementRecord;
import dev.tollbooth.shaded.protobuf.ByteString;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * The latencies of a digest over time, added up over all JVMs. They have the form of reports, one for each window, so
 * that the picture for one JVM can draw them.
 */
public final class FleetHistory {

    private FleetHistory() {}

    /**
     * Returns the reports of each digest that begins with {@code prefix}, one for each window.
     *
     * @param prefix the first digits of the digest in hex
     * @throws SQLException if DuckDB fails
     */
    public static List<Report> of(FleetViews views, FleetFilter filter, String prefix) throws SQLException {
        String like = SqlLiteral.of(prefix.toLowerCase(Locale.ROOT));
        String sql = "WITH measured AS (SELECT window_start, window_end, digest, unnest(bucket_id) AS bucket_id,"
                + " unnest(bucket_count) AS n FROM statements WHERE starts_with(digest, " + like + ") AND "
                + filter.sql() + "), merged AS (SELECT epoch(window_start)::BIGINT AS start_second,"
                + " epoch(max(window_end))::BIGINT AS end_second, digest, bucket_id, CAST(sum(n) AS BIGINT) AS n"
                + " FROM measured GROUP BY window_start, digest, bucket_id)"
                + " SELECT merged.*, coalesce(summary, '') AS summary FROM merged LEFT JOIN texts USING (digest)"
                + " ORDER BY start_second, digest, bucket_id";
        try (Statement statement = views.database().connection().createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return reports(rows);
        }
    }

    private static List<Report> reports(ResultSet rows) throws SQLException {
        List<Report> reports = new ArrayList<>();
        String digest = "";
        long start = Long.MIN_VALUE;
        long end = Long.MIN_VALUE;
        StatementRecord.Builder record = StatementRecord.newBuilder();
        while (rows.next()) {
            if (rows.getLong("start_second") != start
                    || !rows.getString("digest").equals(digest)) {
                add(reports, record, start, end);
                digest = rows.getString("digest");
                start = rows.getLong("start_second");
                record = StatementRecord.newBuilder()
                        .setDigest(ByteString.copyFrom(HexFormat.of().parseHex(digest)))
                        .setSummary(rows.getString("summary"));
            }
            end = rows.getLong("end_second");
            record.addBucketIndex(rows.getInt("bucket_id")).addBucketCount(rows.getLong("n"));
        }
        add(reports, record, start, end);
        return reports;
    }

    private static void add(List<Report> reports, StatementRecord.Builder record, long start, long end) {
        if (record.getBucketIndexCount() > 0) {
            reports.add(Report.newBuilder()
                    .setWindowStartSec(start)
                    .setWindowEndSec(end)
                    .addStatementRecords(record)
                    .build());
        }
    }
}
