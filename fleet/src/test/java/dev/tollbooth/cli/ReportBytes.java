package dev.tollbooth.cli;

import dev.tollbooth.proto.v1.OriginRecord;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.shaded.protobuf.ByteString;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/** Report files of an attacker who knows {@code report.proto}. */
final class ReportBytes {

    private static final byte[] MARKER = HexFormat.of().parseHex("81018f544f4c4c0d0a1a");
    private static final byte[] TAG_OF_SUM = HexFormat.of().parseHex("8d01");

    private ReportBytes() {}

    /** Returns a report of one statement, and one item of request units. */
    static Report.Builder report(String boot, long start) {
        Report.Builder report = Report.newBuilder()
                .setSchemaVersion(1)
                .setInstance("default")
                .setBootId(boot)
                .setSequence(1)
                .setWindowStartSec(start)
                .setWindowEndSec(start + 60);
        byte[] digest = HexFormat.of().parseHex("ab".repeat(32));
        report.addStatementRecordsBuilder()
                .setDigest(ByteString.copyFrom(digest))
                .setExecCount(30)
                .setSumLatencyNs(30_000_000)
                .setMaxLatencyNs(1_000_000)
                .setTotalRu(1.5)
                .setRuSource("estimate")
                .setSummary("SELECT cart")
                .setMaxPerTransaction(30)
                .setRepeatedTransactions(1)
                .setRepeatedExecutions(30)
                .addOrigins(OriginRecord.newBuilder()
                        .setOrigin("GET /cart")
                        .setExecCount(3)
                        .setMaxPerTransaction(30)
                        .setRepeatedTransactions(1)
                        .setRepeatedExecutions(30))
                .addBucketIndex(100)
                .addBucketCount(30);
        report.addTopRuRecordsBuilder()
                .setUser("web")
                .setRuSource("estimate")
                .setSqlDigest(ByteString.copyFrom(digest))
                .addItemsBuilder()
                .setTimestampSec(start)
                .setTotalRu(1.5)
                .setExecCount(3);
        return report;
    }

    /** Returns a message of these fields with length, marker and checksum. */
    static byte[] frame(byte[] fields) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int size = MARKER.length + fields.length + TAG_OF_SUM.length + Integer.BYTES;
        for (; size >= 0x80; size >>>= 7) {
            bytes.write(size & 0x7f | 0x80);
        }
        bytes.write(size);
        bytes.writeBytes(MARKER);
        bytes.writeBytes(fields);
        bytes.writeBytes(TAG_OF_SUM);
        CRC32C sum = new CRC32C();
        sum.update(bytes.toByteArray());
        bytes.writeBytes(ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt((int) sum.getValue())
                .array());
        return bytes.toByteArray();
    }

    static byte[] frame(Report.Builder report) {
        return frame(report.build().toByteArray());
    }

    /** Returns four million empty statement records of two bytes each. */
    static byte[] bomb(Report.Builder report) {
        byte[] begin = report.build().toByteArray();
        byte[] fields = Arrays.copyOf(begin, begin.length + 8_000_000);
        for (int i = begin.length; i < fields.length; i += 2) {
            fields[i] = Report.STATEMENT_RECORDS_FIELD_NUMBER << 3 | 2;
        }
        return frame(fields);
    }
}
