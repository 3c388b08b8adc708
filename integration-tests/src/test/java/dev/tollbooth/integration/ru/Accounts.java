package dev.tollbooth.integration.ru;

import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.jdbc.ThrowingRunnable;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.report.DropCount;
import dev.tollbooth.report.DropReason;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.report.StatementRecord;
import dev.tollbooth.report.TextMeta;
import dev.tollbooth.statement.RuTerm;
import dev.tollbooth.statement.StatementSnapshot;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * One instance of Tollbooth in front of one database, with its counts.
 *
 * <p>Not thread-safe.
 */
final class Accounts implements AutoCloseable {

    private final Tollbooth tollbooth;
    private final Endpoint endpoint;
    private final List<Report> reports = new CopyOnWriteArrayList<>();

    /** Settings are keys and values in turn. */
    Accounts(Endpoint endpoint, String... settings) {
        this.endpoint = endpoint;
        Tollbooth.Builder builder = Tollbooth.builder().setting("jmx", "off").setting("report.interval", "15s");
        for (int i = 0; i < settings.length; i += 2) {
            builder.setting(settings[i], settings[i + 1]);
        }
        this.tollbooth = builder.build();
        tollbooth.subscribe(reports::add, ItemInterval.SECONDS_15);
    }

    Connection connect() throws SQLException {
        return tollbooth.wrap(endpoint.driverDataSource()).getConnection();
    }

    /** Returns the row of the only statement whose normalized text holds {@code part}. */
    StatementSnapshot row(String part) {
        List<StatementSnapshot> found = tollbooth.statements().list().stream()
                .filter(row -> String.valueOf(row.digestText()).contains(part))
                .toList();
        if (found.size() != 1) {
            throw new AssertionError(found.size() + " rows for: " + part + " among "
                    + tollbooth.statements().list().stream()
                            .map(StatementSnapshot::digestText)
                            .toList());
        }
        return found.get(0);
    }

    double ru(String part) {
        Double ru = row(part).sumRu();
        if (ru == null) {
            throw new AssertionError("unknown RU: " + part);
        }
        return ru;
    }

    @Nullable
    String source(String part) {
        return row(part).ruSource();
    }

    List<RuTerm> explain(String part) {
        return tollbooth.explainRu(String.valueOf(row(part).digestHex()));
    }

    /** Returns the amount of a term, 0 where there is none. */
    double term(String part, String name) {
        return explain(part).stream()
                .filter(term -> term.name().equals(name))
                .mapToDouble(RuTerm::amount)
                .sum();
    }

    /** Ends the accounts; reports are complete then. */
    @Override
    public void close() {
        tollbooth.close();
    }

    /** Returns what reports say of a statement, after {@link #close()}. */
    List<RuRecord> records(String part) {
        String digest = String.valueOf(row(part).digestHex());
        List<RuRecord> found = new ArrayList<>();
        for (Report report : reports) {
            for (RuRecord record : report.window().ruRecords()) {
                if (record.sqlDigest().hex().equals(digest)) {
                    found.add(record);
                }
            }
        }
        return found;
    }

    /** Returns the request units of a statement by origin, empty is none, as reports add up, after {@link #close()}. */
    Map<String, Double> ruByOrigin(String part) {
        String digest = String.valueOf(row(part).digestHex());
        Map<String, Double> result = new TreeMap<>();
        for (Report report : reports) {
            for (StatementRecord record : report.statements()) {
                if (record.digest().hex().equals(digest)) {
                    double without = record.totalRu();
                    for (StatementRecord origin : record.origins()) {
                        result.merge(origin.origin(), origin.totalRu(), Double::sum);
                        without -= origin.totalRu();
                    }
                    result.merge("", without, Double::sum);
                }
            }
        }
        return result;
    }

    <E extends Exception> void withOrigin(String origin, ThrowingRunnable<E> action) throws E {
        tollbooth.withOrigin(origin, action);
    }

    /** Returns what the last report says was dropped, 0 times if nothing was, after {@link #close()}. */
    DropCount dropped(DropReason reason) {
        return reports.get(reports.size() - 1).drops().getOrDefault(reason, DropCount.NONE);
    }

    /** Returns the plans of a statement, after {@link #close()}. */
    List<String> plans(String part) {
        List<String> plans = new ArrayList<>();
        for (RuRecord record : records(part)) {
            for (Report report : reports) {
                for (TextMeta meta : report.planMetas()) {
                    if (meta.digest().equals(record.planDigest())) {
                        plans.add(meta.text());
                    }
                }
            }
        }
        return plans;
    }

    /** Returns the messages of a chain in their order. */
    static List<String> messages(@Nullable SQLWarning chain) {
        List<String> messages = new ArrayList<>();
        for (SQLWarning warning = chain; warning != null; warning = warning.getNextWarning()) {
            messages.add(String.valueOf(warning.getMessage()));
        }
        return messages;
    }
}
