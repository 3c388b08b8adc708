package dev.tollbooth.integration.soak;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Faults around the process: its disk fills up, its embedded database ends, its clock jumps.
 *
 * <p>Not thread-safe: used by one thread.
 */
final class SoakFaults {

    private static final int BLOCK = 4_096;

    private final Path disk;
    private final String h2;
    private final @Nullable Path clock;

    /**
     * Makes the faults of a process.
     *
     * @param disk the small file system of the report files
     * @param h2 the URL of the embedded database
     * @param clock the file that libfaketime reads the clock's offset from; null without libfaketime
     */
    SoakFaults(Path disk, String h2, @Nullable Path clock) {
        this.disk = disk;
        this.h2 = h2;
        this.clock = clock;
    }

    /** Does what comes {@code turn}-th, and returns what it was. */
    String next(int turn) throws IOException {
        return switch (turn % 5) {
            case 0 -> fillDisk();
            case 1 -> endH2();
            case 2 -> stepClock("+3600");
            case 3 -> freeDisk();
            default -> stepClock("-1800");
        };
    }

    /** Ends what does not end by itself. */
    void end() throws IOException {
        freeDisk();
        stepClock("+0");
    }

    private String fillDisk() throws IOException {
        try (FileChannel ballast = FileChannel.open(
                ballast(), StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            while (ballast.write(ByteBuffer.allocate(BLOCK)) == BLOCK) {}
            return "the disk is not full";
        } catch (IOException full) {
            return "disk full: " + full.getMessage();
        }
    }

    private String freeDisk() throws IOException {
        return Files.deleteIfExists(ballast()) ? "disk has room" : "disk had room";
    }

    private Path ballast() {
        return disk.resolve("ballast");
    }

    private String endH2() {
        try (Connection connection = DriverManager.getConnection(h2);
                Statement statement = connection.createStatement()) {
            statement.execute("SHUTDOWN IMMEDIATELY");
            return "H2 ended";
        } catch (SQLException e) {
            return "H2 ended: " + e.getMessage();
        }
    }

    private String stepClock(String offset) throws IOException {
        if (clock == null) {
            return "the clock stays: no libfaketime here";
        }
        Files.writeString(clock, offset + "\n");
        return "clock " + offset + " s: " + java.time.Instant.now();
    }
}
