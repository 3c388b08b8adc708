package dev.tollbooth.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tollbooth.cli.report.TopOrder;
import dev.tollbooth.proto.v1.Report;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * Tests rules for each command, including future ones: damaged reports are named and left out, and no file is readable
 * by others.
 */
final class EveryVerbTest {

    private static final long START = 1_763_719_200;
    private static final String BAD = "tollbooth-a-2-x-20250101T000000000Z.pb";
    private static final Set<PosixFilePermission> OF_OTHERS = PosixFilePermissions.fromString("---rwxrwx");

    /** The commands that read report files, as they are called; {@code OUT} is a new path. */
    private static final Map<String, List<String>> READING = new LinkedHashMap<>();

    static {
        List<String> top = new ArrayList<>(List.of("top DIR", "top --json DIR", "top --csv DIR", "top --wide DIR"));
        for (TopOrder order : TopOrder.values()) {
            top.add("top --by " + order.word() + " DIR");
        }
        READING.put("top", top);
        READING.put("advise", List.of("advise DIR", "advise --json DIR"));
        READING.put("cat", List.of("cat DIR", "cat --json DIR"));
        READING.put(
                "histogram", List.of("histogram ab DIR", "histogram ab DIR --json", "histogram ab DIR --by-decade"));
        READING.put("report", List.of("report DIR -o OUT"));
        READING.put(
                "diff", List.of("diff DIR --before ..1763719230 --after 1763719230.. --all", "diff DIR DIR --json"));
        READING.put("export", List.of("export DIR --parquet OUT"));
        READING.put("console", List.of()); // as report: both take ReportFiles, and this one does not end
    }

    /** The commands that read no report files; for the others see {@link #writing}. */
    private static final Set<String> WITHOUT_REPORT_FILES = Set.of(
            "digest",
            "attach",
            "memory",
            "doctor",
            "completion",
            "help",
            "demo",
            "fleet top",
            "fleet services",
            "fleet histogram",
            "fleet diff",
            "fleet console",
            "fleet plans",
            "fleet compact",
            "fleet help",
            "fleet simulate");

    private record Result(int exitCode, List<String> out, List<String> err) {}

    @TempDir
    private Path directory;

    private Path reports;
    private int outputs;

    @BeforeEach
    void write() throws IOException {
        reports = Files.createDirectory(directory.resolve("reports"));
        ByteArrayOutputStream sound = new ByteArrayOutputStream();
        sound.writeBytes(ReportBytes.frame(ReportBytes.report("sound", START)));
        sound.writeBytes(
                ReportBytes.frame(ReportBytes.report("sound", START + 60).setSequence(2)));
        Files.write(reports.resolve("tollbooth-a-1-x-20250101T000000000Z.pb"), sound.toByteArray());
    }

    private static Map<String, byte[]> damaged() {
        Map<String, byte[]> all = new LinkedHashMap<>();
        Report.Builder late = ReportBytes.report("b", START).setWindowStartSec(Long.MIN_VALUE);
        all.put("begin of 2^63", ReportBytes.frame(late));
        all.put("no checksum", withLength(late.build().toByteArray()));
        all.put(
                "right, but no checksum",
                withLength(ReportBytes.report("b", START).build().toByteArray()));
        all.put(
                "end before begin",
                ReportBytes.frame(ReportBytes.report("b", START).setWindowEndSec(0)));
        all.put("year 10000", ReportBytes.frame(ReportBytes.report("b", 253_402_300_799L)));
        all.put("a year long", ReportBytes.frame(ReportBytes.report("b", START).setWindowEndSec(START + 31_536_000)));
        Report.Builder items = ReportBytes.report("b", START);
        items.getTopRuRecordsBuilder(0).getItemsBuilder(0).setTimestampSec(Long.MAX_VALUE);
        all.put("item of 2^63", ReportBytes.frame(items));
        Report.Builder counts = ReportBytes.report("b", START);
        counts.getStatementRecordsBuilder(0).setExecCount(-1).setBucketCount(0, Long.MAX_VALUE);
        all.put("counts of 2^64", ReportBytes.frame(counts));
        Report.Builder names = ReportBytes.report("b", START);
        names.getTopRuRecordsBuilder(0).setUser("u".repeat(1 << 20));
        all.put("user of a megabyte", ReportBytes.frame(names));
        byte[] cut = ReportBytes.frame(ReportBytes.report("b", START));
        all.put("torn", Arrays.copyOf(cut, cut.length - 1));
        all.put("no report", "hello, world".getBytes(UTF_8));
        return all;
    }

    private static byte[] withLength(byte[] fields) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(fields.length & 0x7f | 0x80);
        bytes.write(fields.length >>> 7);
        bytes.writeBytes(fields);
        return bytes.toByteArray();
    }

    private static Result run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream outStream = new PrintStream(out, false, UTF_8);
        int exitCode = Main.execute(
                new Streams(new ByteArrayInputStream(new byte[0]), outStream, new PrintStream(err, true, UTF_8)),
                arguments);
        outStream.flush();
        return new Result(
                exitCode,
                out.toString(UTF_8).lines().toList(),
                err.toString(UTF_8).lines().toList());
    }

    /**
     * Runs a command; returns its output without the path and the size of a written file, because a page also names
     * damaged files.
     */
    private Result call(String command) {
        Path output = directory.resolve("out" + ++outputs);
        Result result = run(command.replace("DIR", reports.toString())
                .replace("OUT", output.toString())
                .split(" "));
        List<String> out = result.out.stream()
                .map(line -> line.replace(output.toString(), "OUT").replaceAll("[0-9.,]+ (M|k)?bytes?", "BYTES"))
                .toList();
        return new Result(result.exitCode, out, result.err);
    }

    private static void addLeaves(String prefix, CommandLine line, Set<String> leaves) {
        line.getSubcommands().forEach((name, sub) -> {
            if (sub.getSubcommands().isEmpty() || name.equals("attach")) {
                leaves.add(prefix + name);
            } else {
                addLeaves(prefix + name + " ", sub, leaves);
            }
        });
    }

    @Test
    void verbs_areAllLookedAt() {
        Set<String> leaves = new TreeSet<>();
        addLeaves("", Main.of(new Streams(new ByteArrayInputStream(new byte[0]), System.out, System.err)), leaves);
        Set<String> known = new TreeSet<>(READING.keySet());
        known.addAll(WITHOUT_REPORT_FILES);
        assertThat(known).isEqualTo(leaves);
    }

    /** All of them at once: none may hide another one, or a sound report. */
    @Test
    void damagedReports_areToldOnceEachByEachVerb_whichShowsTheOthers() throws IOException {
        List<Result> sound = new ArrayList<>();
        READING.values().forEach(calls -> calls.forEach(call -> sound.add(call(call))));
        Map<String, Path> files = new LinkedHashMap<>();
        for (Map.Entry<String, byte[]> bad : damaged().entrySet()) {
            Path file = reports.resolve("tollbooth-a-2-x%d-20250101T000000000Z.pb".formatted(files.size()));
            files.put(bad.getKey(), Files.write(file, bad.getValue()));
        }
        Iterator<Result> next = sound.iterator();
        for (List<String> calls : READING.values()) {
            for (String call : calls) {
                Result without = next.next();
                Result result = call(call);
                assertThat(without.err).as(call).isEmpty();
                files.forEach((bad, file) -> assertThat(result.err)
                        .as("%s: %s", call, bad)
                        .filteredOn(line -> line.contains("file=" + file))
                        .singleElement()
                        .asString()
                        .startsWith("tollbooth: "));
                assertThat(result.err).as(call).hasSize(files.size());
                assertThat(result.out).as(call).isEqualTo(without.out);
                assertThat(result.exitCode).as(call).isEqualTo(1);
            }
        }
    }

    /** Tests the first and the last time that a report may have, together with others. */
    @Test
    void soundReports_ofFarTimes_areShownByEachVerb() throws IOException {
        Files.write(reports.resolve(BAD), ReportBytes.frame(ReportBytes.report("old", 0)));
        Files.write(
                reports.resolve("tollbooth-a-3-x-20250101T000000000Z.pb"),
                ReportBytes.frame(ReportBytes.report("new", 253_402_300_739L)));
        for (List<String> calls : READING.values()) {
            for (String call : calls) {
                Result result = call(call);
                assertThat(result.err).as(call).isEmpty();
                assertThat(result.out).as(call).isNotEmpty();
                assertThat(result.exitCode).as(call).isZero();
            }
        }
        String tables = directory.resolve("tables").toString();
        assertThat(run("export", reports.toString(), "--parquet", tables).exitCode)
                .isZero();
        for (String verb : List.of("top", "services", "histogram ab")) {
            String[] words = ("fleet " + verb + " --from " + tables).split(" ");
            assertThat(run(words).err).as(verb).isEmpty();
        }
    }

    /** Tests eight megabytes that would become a gigabyte of objects. */
    @Test
    void moreThanTheHeapHolds_isOneLine_andTheOthersAreShown() throws Exception {
        Path bomb = Files.write(reports.resolve(BAD), ReportBytes.bomb(ReportBytes.report("b", START)));
        Path out = directory.resolve("printed");
        Path err = directory.resolve("told");
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx96m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.tollbooth.cli.Main",
                        "top",
                        reports.toString())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        assertThat(child.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readAllLines(err)).singleElement().asString().contains("file=" + bomb, "-Xmx");
        assertThat(Files.readString(out)).contains("SELECT cart");
        assertThat(child.exitValue()).isEqualTo(1);
    }

    /** Tests a verb that is a class, and one that is a method, whose errors picocli wraps. */
    @ParameterizedTest
    @ValueSource(strings = {"top", "cat"})
    void exhaustedHeapOrStack_isOneLineWithTheRemedy(String verb) {
        for (Error error : List.of(new OutOfMemoryError("on purpose"), new StackOverflowError())) {
            ByteArrayOutputStream err = new ByteArrayOutputStream();
            PrintStream out = new PrintStream(new ByteArrayOutputStream(), true, UTF_8) {
                @Override
                public void println(String line) {
                    throw error;
                }
            };
            int exitCode = Main.execute(
                    new Streams(new ByteArrayInputStream(new byte[0]), out, new PrintStream(err, true, UTF_8)),
                    verb,
                    reports.toString());
            assertThat(err.toString(UTF_8).lines())
                    .singleElement()
                    .asString()
                    .startsWith("tollbooth: ")
                    .contains(error instanceof OutOfMemoryError ? "-Xmx" : "-Xss");
            assertThat(exitCode).isEqualTo(1);
        }
    }

    private List<Path> readableByOthers() throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(path -> !path.equals(directory) && !path.startsWith(reports))
                    .filter(EveryVerbTest::isOfOthers)
                    .toList();
        }
    }

    private static boolean isOfOthers(Path path) {
        try {
            return Files.getPosixFilePermissions(path).stream().anyMatch(OF_OTHERS::contains);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> writing() {
        return List.of(
                "report DIR -o HERE/page.html",
                "export DIR --parquet HERE/new/tables",
                "export HERE/simulated --parquet HERE/new/tables --batch-rows 10",
                "fleet compact HERE/new/tables",
                "fleet top --from HERE/new/tables",
                "demo --seconds 1 --dir HERE/new/demo --threads 1");
    }

    @Test
    void file_thatAVerbCreates_isItsOwnersAlone() throws IOException {
        Path usual = Files.createFile(reports.resolve("usual"));
        assumeThat(isOfOthers(usual)).as("a umask that lets others read").isTrue();
        Files.delete(usual);
        String here = directory.toString();
        assertThat(run("fleet", "simulate", here + "/simulated", "--jvms", "3", "--statements", "3").err)
                .isEmpty();
        for (String command : writing()) {
            Result result = run(command.replace("DIR", reports.toString())
                    .replace("HERE", here)
                    .split(" "));
            assertThat(result.err).as(command).isEmpty();
            assertThat(result.exitCode).as(command).isZero();
            assertThat(readableByOthers()).as(command).isEmpty();
        }
    }

    @Test
    void file_thatAVerbReplaces_keepsItsPermissions() throws IOException {
        Set<PosixFilePermission> shared = PosixFilePermissions.fromString("rw-r--r--");
        Path page = Files.createFile(directory.resolve("page.html"));
        Files.setPosixFilePermissions(page, shared);
        assertThat(run("report", reports.toString(), "-o", page.toString()).exitCode)
                .isZero();
        assertThat(Files.getPosixFilePermissions(page)).isEqualTo(shared);
        assertThat(page).isNotEmptyFile();
    }
}
