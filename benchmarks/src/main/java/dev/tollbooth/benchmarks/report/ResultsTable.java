package dev.tollbooth.benchmarks.report;

import dev.tollbooth.benchmarks.peer.Peer;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The figures of one JDK and one database, by workload and peer, as Markdown; for one thread. */
final class ResultsTable {

    private final Map<String, Map<Peer, Figures>> byWorkload = new LinkedHashMap<>();

    void add(JmhResult result) {
        byWorkload
                .computeIfAbsent(result.workload(), w -> new LinkedHashMap<>())
                .put(Peer.valueOf(result.peer()), result.figures());
    }

    /** Writes one row a peer, one column a workload: nanoseconds and bytes added over direct. */
    void writeSummary(StringBuilder page) {
        page.append("| added over direct |");
        byWorkload.keySet().forEach(w -> page.append(' ').append(w).append(" |"));
        page.append("\n|---|").append("---|".repeat(byWorkload.size())).append('\n');
        for (Peer peer : Peer.values()) {
            if (peer != Peer.DIRECT && byWorkload.values().stream().anyMatch(f -> f.containsKey(peer))) {
                page.append("| ").append(peer.label()).append(" |");
                byWorkload
                        .values()
                        .forEach(f -> page.append(' ')
                                .append(summaryCell(direct(f), f.get(peer)))
                                .append(" |"));
                page.append('\n');
            }
        }
        page.append('\n');
    }

    /** Writes one table a workload. */
    void writeDetails(StringBuilder page) {
        byWorkload.forEach((workload, figures) -> {
            page.append("**").append(workload).append("**\n\n");
            page.append("| | ns | worst fork | added ns | ratio to direct | ratio to floor | B | added B |\n");
            page.append("|---|---|---|---|---|---|---|---|\n");
            figures.keySet().stream().sorted().forEach(peer -> writeDetail(page, peer, figures));
            page.append('\n');
        });
    }

    private static void writeDetail(StringBuilder page, Peer peer, Map<Peer, Figures> figures) {
        Figures own = figures.get(peer);
        if (own == null) {
            return;
        }
        Figures direct = direct(figures);
        Figures floor = figures.getOrDefault(Peer.FLOOR, direct);
        boolean wraps = peer != Peer.DIRECT;
        row(
                page,
                peer.label(),
                number(own.nanos()),
                number(own.worstNanos()),
                wraps ? number(own.addedNanos(direct)) : "",
                wraps ? decimals(2, own.ratio(direct)) : "",
                wraps && figures.containsKey(Peer.FLOOR) ? decimals(1, own.ratioToFloor(direct, floor)) : "",
                number(own.bytes()),
                wraps ? number(own.addedBytes(direct)) : "");
    }

    private static Figures direct(Map<Peer, Figures> figures) {
        Figures direct = figures.get(Peer.DIRECT);
        if (direct == null) {
            throw new IllegalArgumentException("nothing to compare with: missing=DIRECT, add it to -p peer=");
        }
        return direct;
    }

    private static void row(StringBuilder page, String... cells) {
        page.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    private static String summaryCell(Figures direct, @Nullable Figures own) {
        if (own == null) {
            return "";
        }
        String nanos = number(own.addedNanos(direct));
        return (nanos.startsWith("-") ? "" : "+") + nanos + " ns / " + number(own.addedBytes(direct)) + " B";
    }

    /** Small figures (those per row) keep their decimals. */
    private static String number(double value) {
        return decimals(Math.abs(value) < 20 ? 1 : 0, value);
    }

    private static String decimals(int digits, double value) {
        String text = String.format(Locale.ROOT, "%,." + digits + "f", value);
        return text.equals("-0.0") || text.equals("-0") ? text.substring(1) : text;
    }
}
