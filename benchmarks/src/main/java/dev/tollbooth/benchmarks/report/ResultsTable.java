package dev.tollbooth.benchmarks.report;

import dev.tollbooth.benchmarks.peer.Peer;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one JDK, by workload and peer, as rows of Markdown.
 *
 * <p>Not thread-safe.
 */
final class ResultsTable {

    private final Map<String, Map<Peer, MeasuredFigures>> byWorkload = new LinkedHashMap<>();

    void add(JmhResult result) {
        byWorkload
                .computeIfAbsent(result.workload(), w -> new LinkedHashMap<>())
                .put(Peer.valueOf(result.peer()), result.figures());
    }

    /** Writes the head, with one column for each workload. */
    void writeHead(StringBuilder page) {
        page.append("| added over direct | JDK |");
        byWorkload.keySet().forEach(w -> page.append(' ').append(w).append(" |"));
        page.append("\n|---|---|").append("---|".repeat(byWorkload.size())).append('\n');
    }

    /** Writes one row for each peer: nanoseconds and bytes added to direct. */
    void writeRows(StringBuilder page, String jdk) {
        for (Peer peer : Peer.values()) {
            if (peer != Peer.DIRECT && byWorkload.values().stream().anyMatch(f -> f.containsKey(peer))) {
                page.append("| ").append(peer.label()).append(" | ").append(jdk).append(" |");
                byWorkload
                        .values()
                        .forEach(f ->
                                page.append(' ').append(cell(f, f.get(peer))).append(" |"));
                page.append('\n');
            }
        }
    }

    private static String cell(Map<Peer, MeasuredFigures> figures, @Nullable MeasuredFigures own) {
        if (own == null) {
            return "";
        }
        MeasuredFigures direct = figures.get(Peer.DIRECT);
        if (direct == null) {
            throw new IllegalArgumentException("nothing to compare with: missing=DIRECT, add it to -p peer=");
        }
        String nanos = number(own.addedNanos(direct));
        return (nanos.startsWith("-") ? "" : "+") + nanos + " ns / " + number(own.addedBytes(direct)) + " B";
    }

    /** Returns a figure as text; small figures, those per row, keep their decimals. */
    private static String number(double value) {
        String text = String.format(Locale.ROOT, Math.abs(value) < 20 ? "%,.1f" : "%,.0f", value);
        return text.equals("-0.0") ? "0.0" : text;
    }
}
