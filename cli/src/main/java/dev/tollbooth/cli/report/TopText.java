package dev.tollbooth.cli.report;

import dev.tollbooth.cli.text.Figures;
import dev.tollbooth.cli.text.TextTable;
import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Quantile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Shows the top statements as a table for each source of request units. */
final class TopText {

    private static final String NONE = "-";

    private final ReportedAccounts accounts;
    private final TimeText times;
    private final int width;

    TopText(ReportedAccounts accounts, TimeText times, int width) {
        this.accounts = accounts;
        this.times = times;
        this.width = width;
    }

    List<String> lines(List<TopSection> sections) {
        List<String> lines = new ArrayList<>();
        for (TopSection section : sections) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.add(title(section));
            lines.addAll(table(section).lines(width));
        }
        if (sections.stream().anyMatch(TopText::isOneStatementOfSeveralUsers)) {
            lines.add("P95, P99, errors and rows are of the statement, whoever sent it");
        }
        lines.addAll(new ReportedPlanChanges(accounts, times).lines());
        return lines;
    }

    private static boolean isOneStatementOfSeveralUsers(TopSection section) {
        Set<Object> digests = new HashSet<>();
        for (TopRow row : section.rows()) {
            if (row.statement() != TopRow.Measures.NONE && !digests.add(Hex.shortened(row.digest()))) {
                return true;
            }
        }
        return false;
    }

    private String title(TopSection section) {
        Double total = section.totalRu();
        String what = (section.source().isEmpty() ? "" : PrintableText.escape(section.source()) + ": ")
                + (total == null ? "request units not known" : Figures.amount(total) + " RU");
        return what + ", " + accounts.reports() + (accounts.reports() == 1 ? " report, " : " reports, ")
                + times.range(accounts.firstSecond(), accounts.lastSecond());
    }

    private TextTable table(TopSection section) {
        boolean keyspaces = severalKeyspaces(section);
        boolean memory = section.rows().stream().anyMatch(row -> row.statement().clientBytes() > 0);
        TextTable table = new TextTable(keyspaces ? 2 : 1).left("user");
        if (keyspaces) {
            table.left("database");
        }
        table.left("statement")
                .left("digest")
                .right("RU")
                .right("share")
                .right("count")
                .right("avg");
        table.right("P95").right("P99").right("errors").right("rows");
        if (memory) {
            table.right("memory");
        }
        int[] shares = section.shares();
        Double total = section.totalRu();
        for (int i = 0; i < shares.length; i++) {
            table.row(cells(section.rows().get(i), shares[i], total != null && total > 0, keyspaces, memory));
        }
        return table;
    }

    private static boolean severalKeyspaces(TopSection section) {
        Set<String> keyspaces = new HashSet<>();
        section.rows().forEach(row -> keyspaces.add(row.keyspace()));
        keyspaces.remove("");
        return keyspaces.size() > 1;
    }

    private static List<String> cells(TopRow row, int share, boolean shares, boolean keyspaces, boolean memory) {
        List<String> cells = new ArrayList<>();
        cells.add(users(row));
        if (keyspaces) {
            cells.add(row.keyspace());
        }
        cells.add(row.name());
        cells.add(Hex.shortened(row.digest()));
        Double ru = row.ru();
        cells.add(ru == null ? "?" : Figures.amount(ru));
        cells.add(shares && ru != null ? share / 10 + "." + share % 10 + " %" : NONE);
        cells.add(Figures.count(row.executions()));
        cells.add(row.executions() == 0 ? NONE : Figures.time(row.nanos() / row.executions()));
        HistogramSnapshot histogram = row.statement().histogram();
        boolean measured = row.statement() != TopRow.Measures.NONE;
        cells.add(histogram.total() == 0 ? NONE : Figures.time(histogram.quantileNanos(Quantile.P95)));
        cells.add(histogram.total() == 0 ? NONE : Figures.time(histogram.quantileNanos(Quantile.P99)));
        cells.add(measured ? Figures.count(row.statement().errors()) : NONE);
        cells.add(measured ? Figures.count(row.statement().rows()) : NONE);
        if (memory) {
            String estimate = row.statement().clientBytesSampled() ? "~" : "";
            long bytes = row.statement().clientBytes();
            cells.add(bytes > 0 ? estimate + Figures.bytes(bytes) : NONE);
        }
        return cells;
    }

    private static String users(TopRow row) {
        if (row.users().isEmpty()) {
            return "";
        }
        String first = row.users().get(0).isEmpty() ? "\"\"" : row.users().get(0);
        return row.users().size() == 1 ? first : first + " +" + (row.users().size() - 1);
    }
}
