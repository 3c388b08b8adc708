package dev.tollbooth.internal.file;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a report file: {@code tollbooth-HOST-PID-INSTANCE-STARTTIME.pb}, with the start time in UTC to the
 * millisecond.
 *
 * @param prefix the part before the start time, which names the process and the instance
 * @param start the start time, such as {@code 20261121T110933123Z}; such texts sort by time
 * @param extension {@code pb} or {@code hlog}
 */
record ReportFileName(String prefix, String start, String extension) {

    static final String REPORTS = "pb";
    static final String HISTOGRAMS = "hlog";

    private static final DateTimeFormatter START =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final Pattern NAME =
            Pattern.compile("(tollbooth-[A-Za-z0-9_.-]+-\\d{1,19}-[A-Za-z0-9_.-]+)-(\\d{8}T\\d{9}Z)\\.(pb|hlog)");
    private static final int MAX_PART = 64;

    /**
     * Returns the prefix of the names of a process's files. An underscore replaces each character that is unsuitable
     * for a name.
     */
    static String ofProcess(String host, long pid) {
        return "tollbooth-" + part(host) + "-" + pid + "-";
    }

    /** Returns a time in the form of a name. */
    static String time(long epochMillis) {
        return START.format(Instant.ofEpochMilli(epochMillis));
    }

    /** Returns the name of a file of {@code instance} in the process with the prefix {@code process}. */
    static ReportFileName begun(String process, String instance, long epochMillis, String extension) {
        return new ReportFileName(process + part(instance), time(epochMillis), extension);
    }

    private static String part(String text) {
        String clean = text.replaceAll("[^A-Za-z0-9_.-]", "_");
        String cut = clean.substring(0, Math.min(clean.length(), MAX_PART));
        return cut.isEmpty() ? "_" : cut;
    }

    /** Parses a file's name; returns empty if it is not the name of a report file. */
    static Optional<ReportFileName> parse(Path file) {
        Matcher matcher = NAME.matcher(String.valueOf(file.getFileName()));
        return matcher.matches()
                ? Optional.of(new ReportFileName(matcher.group(1), matcher.group(2), matcher.group(3)))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return prefix + "-" + start + "." + extension;
    }
}
