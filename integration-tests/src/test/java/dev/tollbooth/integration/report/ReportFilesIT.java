package dev.tollbooth.integration.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.process.ForkedJvm;
import dev.tollbooth.internal.file.ReportFileEnd;
import dev.tollbooth.internal.file.ReportFileReader;
import dev.tollbooth.jdbc.TollboothDriver;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReportFilesIT {
    private static final Path TOLLBOOTH = ForkedJvm.placeOf(TollboothDriver.class);
    private static final Path TESTS = ForkedJvm.placeOf(ReportFilesIT.class);
    private static final int KILLS = Integer.getInteger("integration.kills", 25);
    private static final String HUGE = Long.toString(1L << 40);

    @TempDir
    private Path directory;

    /** Run 500 times by {@code -Dintegration.kills=500}. */
    @Tag("slow")
    @Test
    void process_killedWhileWriting_leavesEachReportThatItHadWritten() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int torn = 0;
        long reports = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            Path own = Files.createDirectory(directory.resolve("kill" + kill));
            long written = writeUntilKilled(own, "kill" + kill, 1 + random.nextInt(12));
            List<Long> sequences = new ArrayList<>();
            for (Path file : ReportFileReader.expand(List.of(own))) {
                ReportFileEnd end = ReportFileReader.read(file, report -> sequences.add(report.getSequence()));
                assertThat(end.kind()).as("seed=%d, %s", seed, end.problem()).isNotEqualTo(ReportFileEnd.Kind.FOREIGN);
                torn += end.kind() == ReportFileEnd.Kind.TORN ? 1 : 0;
            }
            assertThat(sequences).as("seed=%d, kill=%d", seed, kill).hasSizeGreaterThanOrEqualTo((int) written);
            for (int i = 0; i < sequences.size(); i++) {
                assertThat(sequences.get(i)).as("seed=%d, kill=%d", seed, kill).isEqualTo(i + 1);
            }
            reports += sequences.size();
        }
        System.out.println("kills=" + KILLS + " torn=" + torn + " reports=" + reports + " lost=0 seed=" + seed);
    }

    /** Kills it behind the report of this number; returns the number of the last one that it said was on disk. */
    private static long writeUntilKilled(Path directory, String bootId, int reports) throws Exception {
        ProcessBuilder command = writing(directory, bootId, "1000000", "20000", HUGE, HUGE);
        command.environment().put("JDK_JAVA_OPTIONS", "-Xmx128m");
        Process process = command.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        long last = 0;
        try (BufferedReader out = process.inputReader()) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                last = Long.parseLong(line);
                if (last == reports) {
                    // by its handle, which leaves the pipe open: what it had said is still to be read
                    process.toHandle().destroyForcibly();
                }
            }
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(128 + 9);
        return last;
    }

    private static ProcessBuilder writing(Path directory, String... arguments) {
        List<String> all = new ArrayList<>(List.of(directory.toString()));
        all.addAll(List.of(arguments));
        return ForkedJvm.command(
                List.of(), List.of(TESTS, TOLLBOOTH), WritingApplication.class, all.toArray(new String[0]));
    }

    @Test
    void twoProcesses_writingIntoOneDirectory_neitherFailNorDeleteAnOpenFile() throws Exception {
        List<Process> processes = new ArrayList<>();
        for (String bootId : List.of("one", "two")) {
            processes.add(writing(directory, bootId, "300", "100", "20000", "100000")
                    .redirectErrorStream(true)
                    .start());
        }
        long begun = 0;
        long deleted = 0;
        for (Process process : processes) {
            List<String> lines = process.inputReader().lines().toList();
            assertThat(process.waitFor()).as(String.join("\n", lines)).isZero();
            String sums = lines.get(lines.size() - 1);
            assertThat(sums).startsWith("reports=300 ").endsWith(" dropped=0 failures=0");
            begun += number(sums, "files");
            deleted += number(sums, "deleted");
        }
        List<Path> left = ReportFileReader.expand(List.of(directory));
        assertThat(deleted).isPositive().isEqualTo(begun - left.size());
        assertThat(left.stream().mapToLong(file -> file.toFile().length()).sum())
                .isLessThanOrEqualTo(100_000);
        sequencesByBoot(left).forEach((bootId, sequences) -> {
            assertThat(sequences).as(bootId).endsWith(300L);
            assertThat(sequences.get(0) + sequences.size()).as(bootId).isEqualTo(301);
        });
    }

    private static Map<String, List<Long>> sequencesByBoot(List<Path> files) throws IOException {
        Map<String, List<Long>> sequences = new TreeMap<>();
        for (Path file : files) {
            ReportFileEnd end = ReportFileReader.read(
                    file,
                    report -> sequences
                            .computeIfAbsent(report.getBootId(), k -> new ArrayList<>())
                            .add(report.getSequence()));
            assertThat(end.problem()).isEmpty();
        }
        return sequences;
    }

    private static long number(String line, String name) {
        return Long.parseLong(line.replaceAll(".*\\b" + name + "=(\\d+).*", "$1"));
    }

    /**
     * Tests a full disk: a tmpfs of 256 KB in a mount name space of the child's own. If no name space can be made, a
     * limit of 256 KB on the size of a file cuts a write in the same way, but can't be lifted.
     */
    @Test
    void diskFull_keepsReportsThenDropsAndCountsThem() throws Exception {
        List<String> nameSpace = mountNameSpace();
        if (!nameSpace.isEmpty()) {
            List<String> prefix = new ArrayList<>(nameSpace);
            prefix.addAll(
                    List.of("sh", "-c", "mount -t tmpfs -o size=256k tmpfs " + directory + " && exec \"$@\"", "sh"));
            String output = failing(prefix, List.of(TESTS, TOLLBOOTH), directory, "full");
            System.out.println("disk full by tmpfs:\n" + output);
            assertThat(output)
                    .contains("full: No space left on device")
                    .contains("working: written=5 waiting=0 dropped=0 failed=false")
                    .containsPattern("failing: written=5 waiting=[1-9]\\d* dropped=[1-9]\\d* failed=true")
                    .containsPattern("closed: written=\\d+ waiting=0 dropped=[1-9]\\d* failed=true")
                    .containsPattern("read: reports=\\d+ last=true torn=0 unaccounted=0");
        } else {
            String output = failing(
                    List.of("bash", "-c", "ulimit -f 256; exec \"$@\"", "bash"),
                    List.of(TESTS, TOLLBOOTH),
                    directory,
                    "limit");
            System.out.println("no mount name space may be made here: file size limit instead:\n" + output);
            assertThat(output)
                    .containsPattern("failing: written=[1-9]\\d* waiting=[1-9]\\d* dropped=[1-9]\\d* failed=true")
                    .containsPattern("closed: written=\\d+ waiting=0 dropped=[1-9]\\d* failed=true")
                    .containsPattern("read: reports=[1-9]\\d* last=false torn=0 unaccounted=0");
        }
    }

    /** Returns the command that gives a program a mount name space of its own; nothing where there is none. */
    private List<String> mountNameSpace() throws Exception {
        for (List<String> command : List.of(List.of("unshare", "-m"), List.of("unshare", "-rm"))) {
            List<String> probe = new ArrayList<>(command);
            probe.addAll(List.of("mount", "-t", "tmpfs", "tmpfs", directory.toString()));
            Process process = new ProcessBuilder(probe)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (process.waitFor() == 0) {
                return command;
            }
        }
        return List.of();
    }

    /** Root may write everywhere, so the child gives that up. */
    @Test
    void directoryMadeReadOnly_keepsReportsThenDropsAndCountsThem() throws Exception {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path reports = Files.createDirectory(directory.resolve("reports"));
        boolean root = (Integer) Files.getAttribute(reports, "unix:uid") == 0;
        List<String> prefix = List.of();
        if (root) {
            Files.setAttribute(reports, "unix:uid", 65_534);
            prefix = List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");
        }
        String output = failing(prefix, readableByAll(), reports, "permission");
        System.out.println("directory read-only, root=" + root + ":\n" + output);
        assertThat(output)
                .contains("working: written=5 waiting=0 dropped=0 failed=false")
                .containsPattern("failing: written=5 waiting=[1-9]\\d* dropped=[1-9]\\d* failed=true")
                .containsPattern("read: reports=\\d+ last=true torn=0 unaccounted=0");
    }

    /** The checkout may lie where only its owner reads. */
    private List<Path> readableByAll() throws IOException {
        Path classPath = Files.createDirectory(directory.resolve("classpath"));
        Path jar = Files.copy(TOLLBOOTH, classPath.resolve("tollbooth.jar"));
        String folder = ReportFilesIT.class.getPackageName().replace('.', '/');
        Path classes = Files.createDirectories(classPath.resolve(folder));
        for (Class<?> type : List.of(FailingDiskApplication.class, NumberedReports.class)) {
            String name = type.getSimpleName() + ".class";
            Files.copy(TESTS.resolve(folder).resolve(name), classes.resolve(name));
        }
        try (var all = Files.walk(classPath)) {
            for (Path each : all.toList()) {
                Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
        }
        return List.of(classPath, jar);
    }

    private static String failing(List<String> prefix, List<Path> classPath, Path directory, String how)
            throws Exception {
        ProcessBuilder command =
                ForkedJvm.command(prefix, classPath, FailingDiskApplication.class, directory.toString(), how);
        return ForkedJvm.finished(command.redirectErrorStream(true), FailingDiskApplication.class);
    }
}
