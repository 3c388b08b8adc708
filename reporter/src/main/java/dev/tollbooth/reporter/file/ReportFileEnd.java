package dev.tollbooth.reporter.file;

import java.nio.file.Path;

/**
 * How far a report file could be read. Thread-safe: immutable.
 *
 * @param reports whole reports
 * @param offset the first byte that is in none of them
 * @param size bytes of the file
 */
public record ReportFileEnd(Path file, Kind kind, long reports, long offset, long size) {

    /** What a report file ends with. */
    public enum Kind {
        /** Its last report. */
        WHOLE,
        /** Bytes that are no whole report: the writer was killed, or is writing right now. */
        TORN,
        /** It has not one report, and does not begin like one. */
        FOREIGN
    }

    /** Returns what is wrong with the file, in one line; empty if nothing is. */
    public String problem() {
        return switch (kind) {
            case WHOLE -> "";
            case TORN ->
                "torn report file: file=" + file + ", offset=" + offset + ", bytes left=" + (size - offset)
                        + ", reports before it=" + reports + "; what comes from there on is not read";
            case FOREIGN ->
                "not a report file: file=" + file + ", bytes=" + size
                        + "; give files named tollbooth-HOST-PID-INSTANCE-STARTTIME.pb";
        };
    }
}
