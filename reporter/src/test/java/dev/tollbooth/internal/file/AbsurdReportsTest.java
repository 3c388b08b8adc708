package dev.tollbooth.internal.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.tollbooth.internal.report.RecordEncoder;
import dev.tollbooth.internal.report.ReportResource;
import dev.tollbooth.internal.report.Reports;
import dev.tollbooth.internal.topru.DropCounters;
import dev.tollbooth.proto.tipb.SQLMeta;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.report.TextMeta;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests reports with a valid checksum and impossible content: each is named with file and place, and the others are
 * read.
 */
final class AbsurdReportsTest {

    private static final Report FULL = RecordEncoder.fileReport(Reports.full(), Reports.SENDER);
    private static final Report FIRST = RecordEncoder.fileReport(Reports.of(1, 1), Reports.SENDER);

    @TempDir
    private Path directory;

    private final List<Report> read = new ArrayList<>();

    private static Map<String, Consumer<Report.Builder>> absurdities() {
        Map<String, Consumer<Report.Builder>> all = new LinkedHashMap<>();
        all.put("window_start_sec=9223372036854775808", r -> r.setWindowStartSec(Long.MIN_VALUE));
        all.put("window_start_sec=253402300800", r -> r.setWindowStartSec(253_402_300_800L));
        all.put("window_end_sec=18446744073709551615", r -> r.setWindowEndSec(-1));
        all.put(
                "window_start_sec=1760000040 window_end_sec=1760000039",
                r -> r.setWindowEndSec(r.getWindowStartSec() - 1));
        all.put(
                "window_start_sec=1760000040 window_end_sec=1760086441",
                r -> r.setWindowEndSec(r.getWindowStartSec() + 86_401));
        all.put("schema_version=0 boot_id=there", r -> r.setSchemaVersion(0));
        all.put("schema_version=1 boot_id=empty", r -> r.setBootId(""));
        all.put(
                "timestamp_sec=9223372036854775807",
                r -> r.getTopRuRecordsBuilder(0).getItemsBuilder(0).setTimestampSec(Long.MAX_VALUE));
        all.put(
                "request units=NaN",
                r -> r.getTopRuRecordsBuilder(0).getItemsBuilder(0).setTotalRu(Double.NaN));
        all.put(
                "stmt_exec_count=18446744073709551615",
                r -> r.getTopSqlRecordsBuilder(0).getItemsBuilder(0).setStmtExecCount(-1));
        all.put("request units=Infinity", r -> r.getRuOriginsBuilder(0).setTotalRu(Double.POSITIVE_INFINITY));
        all.put("exec_count=72057594037927937", r -> r.getGlobalBuilder().setExecCount((1L << 56) + 1));
        all.put(
                "error_count=18446744073709551614",
                r -> r.getStatementRecordsBuilder(0).setErrorCount(-2));
        all.put(
                "bucket_count=9223372036854775807",
                r -> r.getStatementRecordsBuilder(0).setBucketCount(0, Long.MAX_VALUE));
        all.put(
                "bytes of a digest=5",
                r -> r.getStatementRecordsBuilder(0).setDigest(ByteString.copyFromUtf8("short")));
        all.put("length of user=1048576", r -> r.getTopRuRecordsBuilder(0).setUser("u".repeat(1 << 20)));
        all.put(
                "length of schema_name=1048576",
                r -> r.getStatementRecordsBuilder(0).setSchemaName("s".repeat(1 << 20)));
        all.put(
                "changed_at_sec=9223372036854775808",
                r -> r.getPlanChangesBuilder(0).setChangedAtSec(Long.MIN_VALUE));
        return all;
    }

    private static Stream<String> names() {
        return absurdities().keySet().stream();
    }

    private ReportFileEnd read(byte[]... frames) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] frame : frames) {
            bytes.writeBytes(frame);
        }
        read.clear();
        return ReportFileReader.read(Files.write(directory.resolve("reports.pb"), bytes.toByteArray()), read::add);
    }

    @ParameterizedTest
    @MethodSource("names")
    void absurdReport_isToldWithItsPlace_andTheOthersAreRead(String told) throws IOException {
        Report.Builder changed = FULL.toBuilder();
        absurdities().get(told).accept(changed);
        byte[] first = Frame.encode(FIRST);
        byte[] absurd = Frame.encode(changed.build());
        for (byte[] last : new byte[][] {first, {}}) {
            ReportFileEnd end = read(first, absurd, last);
            assertThat(read).hasSize(last.length == 0 ? 1 : 2).containsOnly(FIRST);
            assertThat(end.kind()).isEqualTo(ReportFileEnd.Kind.DAMAGED);
            assertThat(end.damaged()).containsExactly(new DamagedBytes(first.length, absurd.length, told));
            assertThat(end.problem())
                    .startsWith("damaged report file: file=" + directory)
                    .contains(", offset=" + first.length + " bytes=" + absurd.length + " absurd " + told + ", ")
                    .doesNotContain("\n");
        }
    }

    @Test
    void reportsOfAWriter_areNotAbsurd() throws IOException {
        assertThat(read(Frame.encode(FIRST), Frame.encode(FULL)).problem()).isEmpty();
        Report longest = FULL.toBuilder()
                .setWindowEndSec(FULL.getWindowStartSec() + 86_400)
                .build();
        assertThat(read(Frame.encode(longest)).problem()).isEmpty();
        assertThat(read).containsExactly(longest);
    }

    /** Tests that a reader allocates at most sixteen megabytes, whatever the length in the file. */
    @Test
    void hugeMessage_isDamage_andTheReportBehindItIsRead() throws IOException {
        Report huge = FULL.toBuilder()
                .addSqlMetas(SQLMeta.newBuilder().setNormalizedSql("x".repeat((16 << 20) - FULL.getSerializedSize())))
                .build();
        ReportFileEnd end = read(Frame.encode(huge), Frame.encode(FIRST));
        assertThat(end.kind()).isEqualTo(ReportFileEnd.Kind.DAMAGED);
        assertThat(read).containsExactly(FIRST);
    }

    @Test
    void writer_withAReportTooLarge_leavesOutItsTexts_thenTheReport() throws IOException {
        DropCounters drops = new DropCounters();
        List<TextMeta> texts = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            texts.add(new TextMeta("PostgreSQL/shop", Reports.digest(i % 250), "t".repeat(4_096)));
        }
        List<StatementRecord> rows = new ArrayList<>();
        for (int i = 0; i < 30_000; i++) {
            rows.add(Reports.statement("s".repeat(600), Reports.digest(i), 1));
        }
        dev.tollbooth.report.Report one = Reports.of(1, 1);
        dev.tollbooth.report.Report two = Reports.of(2, 1);
        try (ReportFileSink sink = new ReportFileSink(
                ReportFileOptions.of(directory.resolve("a"), ReportResource.ofInstance("shop"), 1L << 30), drops)) {
            sink.accept(new dev.tollbooth.report.Report(
                    "default", "boot", 1, one.window(), texts, List.of(), List.of(), null, Map.of(), List.of()));
            assertThat(drops.snapshot().get(DropReason.SQL_META).keys()).isEqualTo(5_000);
            sink.accept(new dev.tollbooth.report.Report(
                    "default", "boot", 2, two.window(), List.of(), List.of(), rows, null, Map.of(), List.of()));
            assertThat(drops.snapshot().get(DropReason.FILE_UNWRITABLE).times()).isEqualTo(1);
            sink.accept(Reports.of(3, 1));
        }
        for (Path file : ReportFileReader.expand(List.of(directory.resolve("a")))) {
            assertThat(ReportFileReader.read(file, read::add).problem()).isEmpty();
        }
        assertThat(read).extracting(Report::getSequence).containsExactly(1L, 3L);
    }
}
