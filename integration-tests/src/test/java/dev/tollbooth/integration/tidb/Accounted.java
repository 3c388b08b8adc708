package dev.tollbooth.integration.tidb;

import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.statement.Sha256;
import dev.tollbooth.statement.StatementSnapshot;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A replacement for TiDB with a filled table, and a connection to it through Tollbooth, which reads its costs. */
final class Accounted implements AutoCloseable {
    final TidbServer server = new TidbServer();
    final Tollbooth tollbooth;
    final Connection connection;
    final List<Report> reports = new CopyOnWriteArrayList<>();

    Accounted(TidbClient client, String more, double sample) throws IOException, SQLException {
        this(
                client,
                more,
                Tollbooth.builder()
                        .setting("jmx", "off")
                        .setting("ru.source", "tidb")
                        .setting("ru.sample", Double.toString(sample))
                        .build());
    }

    Accounted(TidbClient client, String more, Tollbooth tollbooth) throws IOException, SQLException {
        this.tollbooth = tollbooth;
        try (Connection plain = client.connect(server, more)) {
            TidbClient.fill(plain);
        }
        server.received();
        server.spent();
        tollbooth.subscribe(reports::add, ItemInterval.SECONDS_15);
        connection = tollbooth.wrap(client.dataSource(server, more)).getConnection();
    }

    /** Returns the statement table's row of the statement whose normalized text has this in it. */
    StatementSnapshot row(String part) {
        return tollbooth.statements().list().stream()
                .filter(row -> String.valueOf(row.digestText()).contains(part))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no statement with " + part));
    }

    @Nullable
    Double ru(String part) {
        return row(part).sumRu();
    }

    @Nullable
    String source(String part) {
        return row(part).ruSource();
    }

    /** Ends the window, so that {@link #reports} has it. */
    void end() throws SQLException {
        connection.close();
        tollbooth.close();
    }

    /** Returns what was reported of a statement, after {@link #end}. */
    List<RuRecord> records(String part) {
        String digest = String.valueOf(row(part).digestHex());
        return reports.stream()
                .flatMap(report -> report.window().ruRecords().stream())
                .filter(record -> record.sqlDigest().hex().equals(digest))
                .toList();
    }

    static double ru(List<RuRecord> records) {
        return records.stream()
                .flatMap(record -> record.items().stream())
                .mapToDouble(RuItem::ru)
                .sum();
    }

    /** Returns a line for each statement, after {@link #end}: text, RU, source, the first operator of its plan. */
    List<String> table() {
        Map<Sha256, String> plans = new HashMap<>();
        reports.forEach(report -> report.planMetas().forEach(meta -> plans.put(meta.digest(), meta.text())));
        List<String> lines = new ArrayList<>();
        for (StatementSnapshot row : tollbooth.statements().list()) {
            String sources = records(String.valueOf(row.digestText())).stream()
                    .map(RuRecord::source)
                    .distinct()
                    .collect(Collectors.joining(","));
            String plan = records(String.valueOf(row.digestText())).stream()
                    .map(record -> plans.getOrDefault(record.planDigest(), ""))
                    .filter(text -> !text.isEmpty())
                    .map(text -> text.split("[ \n]", 2)[0])
                    .findFirst()
                    .orElse("none");
            Double ru = row.sumRu();
            lines.add(row.digestText() + " | " + (ru == null ? "unknown" : ru) + " | " + sources + " | " + plan);
        }
        return lines;
    }

    /** Returns how many questions of ours the server has had since the last look. */
    long questions() {
        return server.received().stream()
                .filter(sql -> sql.contains("@@tidb_last_query_info"))
                .count();
    }

    @Override
    public void close() throws IOException, SQLException {
        connection.close();
        tollbooth.close();
        server.close();
    }
}
