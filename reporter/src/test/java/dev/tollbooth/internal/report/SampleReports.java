package dev.tollbooth.internal.report;

import dev.tollbooth.report.RecordScope;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.SqlItem;
import dev.tollbooth.report.SqlRecord;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.Sha256;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/** Reports and their parts, for tests. */
public final class SampleReports {

    private SampleReports() {}

    /** Returns the digest for {@code number}. */
    public static Sha256 digest(int number) {
        return Sha256.of(
                ByteBuffer.allocate(Sha256.BYTES).putInt(number).putInt(7).array());
    }

    /** Returns a record with one item of a minute. */
    public static RuRecord ruRecord(String user, int sql, Sha256 plan, long startSeconds, double ru, long execCount) {
        return new RuRecord(
                RecordScope.STATEMENT,
                "H2/shop",
                "estimate",
                user,
                digest(sql),
                plan,
                List.of(new RuItem(startSeconds, ru, execCount, execCount * 1_000_000L, 1, 2)));
    }

    /** Returns a window of a minute. */
    public static Window window(long startSeconds, RuRecord... records) {
        SqlRecord sql =
                new SqlRecord("H2/shop", digest(1), Sha256.NONE, List.of(new SqlItem(startSeconds, 1, 1_000_000, 0)));
        return new Window(startSeconds, startSeconds + 60, 60, List.of(records), List.of(sql));
    }

    /** Returns a report with one record and this sequence number. */
    public static Report report(long sequence) {
        return report(sequence, ruRecord("anna", 1, Sha256.NONE, 60 * sequence, 2.5, 3));
    }

    /** Returns a report with these records and this sequence number. */
    public static Report report(long sequence, RuRecord... records) {
        return new Report(
                "shop",
                "boot",
                sequence,
                window(60 * sequence, records),
                List.of(),
                List.of(),
                List.of(),
                null,
                Map.of(),
                List.of());
    }
}
