package dev.tollbooth.integration.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.database.KilledPostgres;
import dev.tollbooth.integration.process.ForkedJvm;
import dev.tollbooth.jdbc.TollboothDriver;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.h2.Driver;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests eight threads on PostgreSQL and H2 with reports, metrics, page and SQL tables on, while the server is killed,
 * the disk is full and the clock jumps. At the end every count is exact, nothing has grown, and nothing needs a feature
 * that later JDKs forbid. The test takes fifteen seconds by default; {@code benchmarks/run.sh soak} takes an hour.
 */
@Tag("slow")
final class SoakIT {

    private static final long SECONDS = Long.getLong("soak.seconds", 15);
    private static final Path LIBRARIES = Path.of("/usr/lib");

    @TempDir
    private Path directory;

    @Test
    void everythingOn_everythingFails_countsAreExactAndNothingGrows() throws Exception {
        Files.createDirectory(directory.resolve("disk"));
        Path output = directory.resolve("output");
        try (KilledPostgres postgres = new KilledPostgres(directory.resolve("postgres"))) {
            Process process = command(postgres.url())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            try {
                long kills = Math.max(2, SECONDS / 120);
                for (int i = 0; i < kills && process.isAlive(); i++) {
                    process.waitFor(SECONDS * 1_000 / (kills + 1), TimeUnit.MILLISECONDS);
                    postgres.killAndStart();
                }
                boolean ended = process.waitFor(SECONDS + 120, TimeUnit.SECONDS);
                String printed = Files.readString(output);
                System.out.println(printed);
                assertThat(ended).as(printed).isTrue();
                assertThat(process.exitValue()).as(printed).isZero();
                assertThat(printed.lines()).contains("well");
            } finally {
                process.destroyForcibly();
            }
        }
    }

    private ProcessBuilder command(String postgres) throws IOException, InterruptedException {
        List<Path> classPath = List.of(
                ForkedJvm.placeOf(SoakIT.class),
                ForkedJvm.placeOf(TollboothDriver.class),
                ForkedJvm.placeOf(Driver.class),
                ForkedJvm.placeOf(org.postgresql.Driver.class));
        List<String> arguments = new ArrayList<>(List.of(Long.toString(SECONDS), directory.toString(), postgres));
        Optional<Path> library = fakeTime();
        Path clock = directory.resolve("clock");
        library.ifPresent(found -> arguments.add(clock.toString()));
        ProcessBuilder command =
                ForkedJvm.command(smallDisk(), classPath, SoakApplication.class, arguments.toArray(String[]::new));
        if (Runtime.version().feature() >= 24) {
            // what later JDKs forbid, these warn of
            command.environment()
                    .put("JDK_JAVA_OPTIONS", "--sun-misc-unsafe-memory-access=deny --illegal-native-access=deny");
        }
        if (library.isPresent()) {
            Files.writeString(clock, "+0\n");
            command.environment().put("LD_PRELOAD", library.get().toString());
            command.environment().put("FAKETIME_TIMESTAMP_FILE", clock.toString());
            command.environment().put("FAKETIME_NO_CACHE", "1");
            command.environment()
                    .put("FAKETIME_DONT_FAKE_MONOTONIC", "1"); // what waits for a time to pass waits as ever
            command.environment().put("FAKETIME_FORCE_MONOTONIC_FIX", "0");
        }
        return command;
    }

    /**
     * A tmpfs with room for all reports, and little more, in a mount name space of the process's own; where none may be
     * made, its disk is never full.
     */
    private List<String> smallDisk() throws IOException, InterruptedException {
        String disk = directory.resolve("disk").toString();
        for (List<String> nameSpace : List.of(List.of("unshare", "-m"), List.of("unshare", "-rm"))) {
            List<String> probe = new ArrayList<>(nameSpace);
            probe.addAll(List.of("mount", "-t", "tmpfs", "tmpfs", disk));
            if (new ProcessBuilder(probe)
                            .redirectErrorStream(true)
                            .redirectOutput(Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0) {
                List<String> prefix = new ArrayList<>(nameSpace);
                prefix.addAll(List.of(
                        "sh",
                        "-c",
                        "mount -t tmpfs -o size=" + (8 + SECONDS / 15) + "m tmpfs " + disk + " && exec \"$@\"",
                        "sh"));
                return prefix;
            }
        }
        System.out.println("no mount name space may be made here: the disk is never full");
        return List.of();
    }

    /** The library that makes a process's clock jump, Debian's libfaketime; CI has to have it. */
    private static Optional<Path> fakeTime() throws IOException {
        try (Stream<Path> places =
                Files.find(LIBRARIES, 3, (path, attributes) -> path.endsWith("faketime/libfaketimeMT.so.1"))) {
            Optional<Path> found = places.findFirst();
            assertThat(found.isPresent() || System.getenv("TESTS_SKIP_NOTHING") == null)
                    .as("no libfaketime found: directory=%s, install Debian's libfaketime", LIBRARIES)
                    .isTrue();
            return found;
        }
    }
}
