package dev.tollbooth.internal.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.google.protobuf.ByteString;
import com.sun.management.ThreadMXBean;
import dev.tollbooth.internal.report.RecordEncoder;
import dev.tollbooth.internal.report.Reports;
import dev.tollbooth.proto.tipb.SQLMeta;
import dev.tollbooth.proto.v1.Report;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that each changed byte of a report file is noticed, and that the reports after it are read. */
final class ChecksumTest {

    private static final List<Report> REPORTS = List.of(
            RecordEncoder.fileReport(Reports.of(1, 1), Reports.SENDER),
            RecordEncoder.fileReport(Reports.full(), Reports.SENDER),
            RecordEncoder.fileReport(Reports.of(2, 1), Reports.SENDER));

    @TempDir
    private Path directory;

    private final List<Report> read = new ArrayList<>();

    private static byte[] bytes(List<Report> reports) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        reports.forEach(report -> bytes.writeBytes(Frame.encode(report)));
        return bytes.toByteArray();
    }

    private ReportFileEnd read(byte[] content) throws IOException {
        read.clear();
        return ReportFileReader.read(Files.write(directory.resolve("reports.pb"), content), read::add);
    }

    /** Throws unless the change is noticed. It does not use {@code assertThat}, which would take most of the time. */
    private void checkNoticed(List<Report> reports, byte[] changed, int at, String what) throws IOException {
        ReportFileEnd end = read(changed);
        List<Report> others = new ArrayList<>(reports);
        int length = Frame.encode(reports.get(0)).length;
        others.remove(at < length ? 0 : at < changed.length - length ? 1 : 2);
        boolean noticed = end.damaged().size() == 1 && end.offset() <= at;
        if (!noticed || !read.equals(others)) {
            fail("at=%d, %s: %s, reports=%s", at, what, end, read);
        }
    }

    @Test
    void anyBitFlipped_isNoticed_andLosesItsOwnReportAlone() throws IOException {
        List<Report> three = List.of(REPORTS.get(0), REPORTS.get(2), REPORTS.get(0));
        byte[] bytes = bytes(three);
        for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
            byte[] changed = bytes.clone();
            changed[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            checkNoticed(three, changed, bit / Byte.SIZE, "bit=" + bit);
        }
    }

    @Test
    void anyByteReplaced_isNoticed_andLosesItsOwnReportAlone() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        byte[] bytes = bytes(REPORTS);
        for (int at = 0; at < bytes.length; at++) {
            for (int other : new int[] {0x08, random.nextInt(256)}) {
                byte[] changed = bytes.clone();
                changed[at] = (byte) other;
                if (changed[at] != bytes[at]) {
                    checkNoticed(REPORTS, changed, at, "other=" + other + ", seed=" + seed);
                }
            }
        }
    }

    /**
     * Tests removed, added and overwritten bytes: all intact reports are read in order, and the other places are named.
     */
    @Test
    void anyDamage_losesNoReportThatIsWhole() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            List<Report> whole = new ArrayList<>();
            long sound = 0;
            for (int i = 0; i < 6; i++) {
                Report report = REPORTS.get(random.nextInt(REPORTS.size()));
                byte[] frame = Frame.encode(report);
                switch (random.nextInt(4)) {
                    case 0 -> {
                        content.write(frame, 0, random.nextInt(frame.length));
                        content.writeBytes(new byte[] {-2, -2, -2}); // so that it is not made whole by what follows
                    }
                    case 1 -> {
                        int from = 3 + random.nextInt(frame.length - 3);
                        content.write(frame, from, frame.length - from);
                    }
                    case 2 -> {
                        byte[] noise = new byte[random.nextInt(300)];
                        random.nextBytes(noise);
                        content.writeBytes(noise);
                    }
                    default -> {
                        content.writeBytes(frame);
                        whole.add(report);
                        sound += frame.length;
                    }
                }
            }
            ReportFileEnd end = read(content.toByteArray());
            assertThat(read).as("seed=%d, round=%d", seed, round).isEqualTo(whole);
            assertThat(end.damagedBytes()).as("seed=%d, round=%d", seed, round).isEqualTo(content.size() - sound);
        }
    }

    @Test
    void damageInTheMiddle_isNamedWithOffsetAndBytes() throws IOException {
        byte[] bytes = bytes(REPORTS);
        int first = Frame.encode(REPORTS.get(0)).length;
        int second = Frame.encode(REPORTS.get(1)).length;
        bytes[first + 200]++;
        ReportFileEnd end = read(bytes);
        assertThat(end.kind()).isEqualTo(ReportFileEnd.Kind.DAMAGED);
        assertThat(end.damaged()).containsExactly(new DamagedBytes(first, second, ""));
        assertThat(end.problem())
                .startsWith("damaged report file: file=" + directory)
                .contains(", offset=" + first + " bytes=" + second + ", bytes in all=" + second + ", reports read=2;");
    }

    @Test
    void markersInAReportsData_areNotTakenForReports() throws IOException {
        byte[] marker = Arrays.copyOfRange(Frame.encode(REPORTS.get(0)), 2, 12);
        Report report = REPORTS.get(0).toBuilder()
                .addSqlMetas(SQLMeta.newBuilder().setSqlDigest(ByteString.copyFrom(marker)))
                .addSqlMetas(SQLMeta.newBuilder()
                        .setSqlDigest(ByteString.copyFrom(marker).concat(ByteString.copyFrom(new byte[40]))))
                .build();
        byte[] bytes = bytes(List.of(report, REPORTS.get(1)));
        assertThat(read(bytes).kind()).isEqualTo(ReportFileEnd.Kind.WHOLE);
        assertThat(read).containsExactly(report, REPORTS.get(1));
        bytes[20]++;
        assertThat(read(bytes).damaged()).containsExactly(new DamagedBytes(0, Frame.encode(report).length, ""));
        assertThat(read).containsExactly(REPORTS.get(1));
    }

    @Test
    void damagedLength_allocatesNothingOfItsSize() throws IOException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        byte[] lengths = {(byte) 0xff, (byte) 0xff, (byte) 0xff, 0x7f};
        byte[] bytes = bytes(REPORTS);
        byte[] changed = Arrays.copyOf(lengths, lengths.length + bytes.length);
        System.arraycopy(bytes, 0, changed, lengths.length, bytes.length);
        long before = threads.getCurrentThreadAllocatedBytes();
        ReportFileEnd end = read(changed);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(8 << 20);
        assertThat(end.damaged()).containsExactly(new DamagedBytes(0, lengths.length, ""));
        assertThat(read).isEqualTo(REPORTS);
    }

    @Test
    void protobufItself_readsReportsWithMarkerAndChecksum() throws IOException {
        Path file = Files.write(directory.resolve("reports.pb"), bytes(REPORTS));
        try (InputStream in = Files.newInputStream(file)) {
            for (Report expected : REPORTS) {
                Report report = Report.parseDelimitedFrom(in);
                assertThat(report.getMarker()).isEqualTo(0x1a0a0d4c4c4f548fL);
                assertThat(report.getCrc32C()).isNotZero();
                assertThat(report.toBuilder().clearMarker().clearCrc32C().build())
                        .isEqualTo(expected);
            }
            assertThat(in.read()).isEqualTo(-1);
        }
    }

    /** Tests a file as stock protobuf, or a forger, would write it. */
    @Test
    void reportWithoutChecksum_isNotRead() throws IOException {
        ByteArrayOutputStream plain = new ByteArrayOutputStream();
        REPORTS.get(0).writeDelimitedTo(plain);
        assertThat(read(plain.toByteArray()).kind()).isEqualTo(ReportFileEnd.Kind.FOREIGN);
        assertThat(read).isEmpty();

        byte[] checked = bytes(REPORTS);
        byte[] both = Arrays.copyOf(checked, checked.length + plain.size());
        System.arraycopy(plain.toByteArray(), 0, both, checked.length, plain.size());
        assertThat(read(both).damaged()).containsExactly(new DamagedBytes(checked.length, plain.size(), ""));
        assertThat(read).isEqualTo(REPORTS);
    }
}
