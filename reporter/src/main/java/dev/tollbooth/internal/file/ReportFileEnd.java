package dev.tollbooth.internal.file;

import java.nio.file.Path;
import java.util.List;

/**
 * The result of reading a report file. Thread-safe: immutable.
 *
 * @param reports the number of reports that were read
 * @param damaged the bytes that were not read as reports, in the order of their offsets
 * @param size the number of bytes of the file
 */
public record ReportFileEnd(Path file, Kind kind, long reports, List<DamagedBytes> damaged, long size) {

    private static final int SHOWN = 5;

    /** The kind of content of a report file. */
    public enum Kind {
        /** The file contains only reports, or nothing. */
        WHOLE,
        /** Only the end of the file is no report: the writer was killed, or is writing right now. */
        TORN,
        /** Bytes before the end of the file are no report, or a report is absurd. */
        DAMAGED,
        /** The file has neither a report nor the beginning of one. */
        FOREIGN
    }

    /** Copies the list. */
    public ReportFileEnd {
        damaged = List.copyOf(damaged);
    }

    /** Returns the offset of the first byte that was not read as a report; the file's size if there is none. */
    public long offset() {
        return damaged.isEmpty() ? size : damaged.get(0).offset();
    }

    /** Returns the number of bytes that were not read as reports. */
    public long damagedBytes() {
        return damaged.stream().mapToLong(DamagedBytes::length).sum();
    }

    /** Returns the file's problem in one line; empty if there is none. */
    public String problem() {
        return switch (kind) {
            case WHOLE -> "";
            case TORN ->
                "torn report file: file=" + file + ", offset=" + offset() + ", bytes left=" + damagedBytes()
                        + ", reports before it=" + reports + "; everything from there on is skipped";
            case DAMAGED ->
                "damaged report file: file=" + file + ", " + places() + ", bytes in all=" + damagedBytes()
                        + ", reports read=" + reports + "; these bytes are skipped, everything else is read";
            case FOREIGN ->
                "not a report file: file=" + file + ", bytes=" + size
                        + "; give files named tollbooth-HOST-PID-INSTANCE-STARTTIME.pb";
        };
    }

    private String places() {
        StringBuilder places = new StringBuilder();
        for (DamagedBytes place : damaged.subList(0, Math.min(SHOWN, damaged.size()))) {
            places.append(places.isEmpty() ? "" : ", ")
                    .append("offset=")
                    .append(place.offset())
                    .append(" bytes=")
                    .append(place.length())
                    .append(place.absurd().isEmpty() ? "" : " absurd " + place.absurd());
        }
        int more = damaged.size() - SHOWN;
        return more > 0 ? places + ", places more=" + more : places.toString();
    }
}
