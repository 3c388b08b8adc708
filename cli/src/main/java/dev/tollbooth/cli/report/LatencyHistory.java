package dev.tollbooth.cli.report;

import dev.tollbooth.cli.text.Hex;
import dev.tollbooth.cli.text.TimeRange;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.file.RecordedFigures;
import dev.tollbooth.proto.v1.Report;
import dev.tollbooth.proto.v1.StatementRecord;
import dev.tollbooth.statement.HistogramSnapshot;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The latencies of a digest in each window.
 *
 * <p>Not thread-safe.
 */
public final class LatencyHistory {

    private static final int SHOWN = 5;

    private final String prefix;
    private final TimeRange range;
    private final SortedMap<String, NavigableMap<Long, Figures>> byDigest = new TreeMap<>();
    private long widthSeconds = Long.MAX_VALUE;
    private String summary = "";

    private LatencyHistory(String prefix, TimeRange range) {
        this.prefix = prefix;
        this.range = range;
    }

    /**
     * Reads the latencies of one digest; returns null if the reports in {@code range} don't have it.
     *
     * @param digest the first digits of a digest in hex
     * @param reports the method that passes each report once to a consumer
     * @throws IllegalArgumentException if {@code digest} is not hexadecimal, or several digests begin with it
     */
    public static @Nullable LatencyHistory read(String digest, Consumer<Consumer<Report>> reports, TimeRange range) {
        if (!digest.matches("[0-9a-fA-F]{1,64}")) {
            throw new IllegalArgumentException(
                    "not a digest: digest=" + digest + ", give its first hexadecimal digits, as tollbooth top shows");
        }
        LatencyHistory history = new LatencyHistory(digest.toLowerCase(Locale.ROOT), range);
        reports.accept(history::add);
        SortedMap<String, ?> found = history.byDigest;
        if (found.size() > 1) {
            throw new IllegalArgumentException("ambiguous digest: digest=" + digest + ", matches=" + found.size() + " ("
                    + String.join(", ", found.keySet().stream().limit(SHOWN).toList()) + "), give more digits");
        }
        return found.isEmpty() ? null : history;
    }

    private void add(Report report) {
        if (!range.contains(report.getWindowStartSec())) {
            return;
        }
        for (StatementRecord record : report.getStatementRecordsList()) {
            String digest = Hex.of(record.getDigest());
            if (!digest.isEmpty() && digest.startsWith(prefix)) {
                widthSeconds =
                        Math.max(1, Math.min(widthSeconds, report.getWindowEndSec() - report.getWindowStartSec()));
                byDigest.computeIfAbsent(digest, k -> new TreeMap<>())
                        .merge(
                                report.getWindowStartSec(),
                                RecordedFigures.of(record, report.getWindowStartSec(), report.getWindowEndSec()),
                                Figures::plus);
                summary = record.getSummary().isEmpty() ? summary : record.getSummary();
            }
        }
    }

    /** Returns the whole digest in hex. */
    String digest() {
        return byDigest.firstKey();
    }

    /** Returns the latencies by the start of their window, in seconds since 1970 UTC. */
    NavigableMap<Long, Figures> windows() {
        return Objects.requireNonNull(byDigest.get(digest()));
    }

    /** Returns the statement's short text for people; empty if no report has one. */
    String summary() {
        return summary;
    }

    /** Returns the latencies of all windows. */
    HistogramSnapshot all() {
        HistogramSnapshot all = HistogramSnapshot.EMPTY;
        for (Figures window : windows().values()) {
            all = all.merge(window.histogram());
        }
        return all;
    }

    /** Returns the length of the shortest window in seconds. */
    long widthSeconds() {
        return widthSeconds;
    }
}
