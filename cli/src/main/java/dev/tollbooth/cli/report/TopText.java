package dev.tollbooth.cli.report;

import dev.tollbooth.cli.text.Figures;
import dev.tollbooth.cli.text.Hex;
import dev.tollbooth.cli.text.TextTable;
import dev.tollbooth.cli.text.TimeText;
import dev.tollbooth.internal.control.PrintableText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Shows the top statements as a table for each source of request units, each statement's text below its figures. */
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
        Set<String> leftOut = new HashSet<>();
        for (TopSection section : sections) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.add(title(section));
            TextTable table = table(section);
            lines.addAll(table.lines(width));
            if (!table.leftOut().isEmpty() && leftOut.addAll(table.leftOut())) {
                lines.add("(no room for " + String.join(", ", table.leftOut()) + ": see --wide)");
            }
        }
        if (sections.stream().anyMatch(TopText::isOneStatementOfSeveralUsers)) {
            lines.add("quantiles, max, errors and rows are of the statement, whoever sent it");
        }
        if (!sections.isEmpty()) {
            lines.addAll(new ReportedPlanChanges(accounts, times).lines());
        }
        return lines;
    }

    private boolean isWide() {
        return width == Integer.MAX_VALUE;
    }

    private static boolean isOneStatementOfSeveralUsers(TopSection section) {
        Set<Object> digests = new HashSet<>();
        for (TopRow row : section.rows()) {
            boolean measured = row.kind() == TopRow.Kind.STATEMENT && row.statement() != TopRow.Measures.NONE;
            if (measured && !digests.add(row.digest())) {
                return true;
            }
        }
        return false;
    }

    private String title(TopSection section) {
        Double total = section.totalRu();
        String what = (section.source().isEmpty() ? "" : PrintableText.escape(section.source()) + ": ")
                + (total == null ? "request units not known" : Figures.amount(total) + " RU");
        return what + ", " + Figures.count(accounts.reports(), "report") + ", "
                + times.range(accounts.firstSecond(), accounts.lastSecond()) + ", by "
                + section.order().word();
    }

    private TextTable table(TopSection section) {
        boolean keyspaces = severalKeyspaces(section);
        List<TopColumn> columns = TopColumn.of(section);
        TextTable table = new TextTable(0).left("user");
        if (keyspaces) {
            table.left("database");
        }
        table.left("digest");
        for (int i = 0; i < columns.size(); i++) {
            table.right(columns.get(i).title(), columns.get(i).rank(section.order()));
            if (i == 0) {
                table.right(section.order().additive() ? "share" : "of time");
            }
        }
        if (isWide()) {
            table.left("statement");
        }
        int[] shares = section.shares();
        boolean shared = section.total() > 0;
        for (int i = 0; i < shares.length; i++) {
            TopRow row = section.rows().get(i);
            String share =
                    shared && section.order().hasShare(row) ? shares[i] / 10 + "." + shares[i] % 10 + " %" : NONE;
            table.row(cells(row, columns, share, keyspaces), isWide() ? "" : statement(row));
        }
        return table;
    }

    private static boolean severalKeyspaces(TopSection section) {
        Set<String> keyspaces = new HashSet<>();
        section.rows().forEach(row -> keyspaces.add(row.keyspace()));
        keyspaces.remove("");
        return keyspaces.size() > 1;
    }

    private List<String> cells(TopRow row, List<TopColumn> columns, String share, boolean keyspaces) {
        List<String> cells = new ArrayList<>();
        boolean named = row.kind() != TopRow.Kind.STATEMENT && row.users().isEmpty();
        cells.add(named ? others(row) : users(row));
        if (keyspaces) {
            cells.add(row.keyspace());
        }
        cells.add(Hex.shortened(row.digest()));
        for (int i = 0; i < columns.size(); i++) {
            cells.add(columns.get(i).text(row));
            if (i == 0) {
                cells.add(share);
            }
        }
        if (isWide()) {
            cells.add(named ? "" : statement(row));
        }
        return cells;
    }

    /** Returns the statement's text, or what the others of one user are; empty where the first column says it all. */
    private String statement(TopRow row) {
        if (row.kind() != TopRow.Kind.STATEMENT) {
            return row.users().isEmpty() ? "" : row.name();
        }
        return accounts.hasText(row.digest()) ? accounts.text(row.digest()) : row.name();
    }

    /** In few letters, so that the figures have room. */
    private static String others(TopRow row) {
        return row.kind() == TopRow.Kind.GLOBAL_OTHERS ? "(others)" : row.name();
    }

    private static String users(TopRow row) {
        if (row.users().isEmpty()) {
            return "";
        }
        String first = row.users().get(0).isEmpty() ? "\"\"" : row.users().get(0);
        return row.users().size() == 1 ? first : first + " +" + (row.users().size() - 1);
    }
}
