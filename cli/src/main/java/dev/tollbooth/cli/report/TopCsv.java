package dev.tollbooth.cli.report;

import dev.tollbooth.cli.text.Csv;
import dev.tollbooth.cli.text.Figures;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Quantile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes the top statements as comma-separated values: all figures as numbers; one that is not known is {@code -}. */
final class TopCsv {

    private static final List<String> TITLES = List.of(
            "ru_source",
            "kind",
            "users",
            "keyspace",
            "schemas",
            "digest",
            "summary",
            "ru",
            "order_share_percent",
            "count",
            "time_ns",
            "p50_ns",
            "p95_ns",
            "p99_ns",
            "p999_ns",
            "max_ns",
            "errors",
            "rows",
            "allocated_bytes",
            "first_sec",
            "last_sec",
            "sql");

    private final ReportedAccounts accounts;

    TopCsv(ReportedAccounts accounts) {
        this.accounts = accounts;
    }

    List<String> lines(List<TopSection> sections) {
        List<String> lines = new ArrayList<>();
        for (TopSection section : sections) {
            for (TopRow row : section.rows()) {
                lines.add(Csv.line(values(section, row)));
            }
        }
        if (!lines.isEmpty()) {
            lines.add(0, Csv.line(TITLES));
        }
        return lines;
    }

    private List<String> values(TopSection section, TopRow row) {
        boolean statement = row.kind() == TopRow.Kind.STATEMENT;
        List<String> values = new ArrayList<>(List.of(
                section.source(),
                row.kind().name().toLowerCase(Locale.ROOT),
                String.join(" ", row.users()),
                row.keyspace(),
                statement ? String.join(" ", accounts.schemas(row.digest())) : "",
                row.digest(),
                row.name(),
                known(row.ru()),
                known(section.sharePercent(row)),
                String.valueOf(row.executions()),
                String.valueOf(row.nanos())));
        values.addAll(measures(row.statement()));
        values.add(statement && accounts.hasText(row.digest()) ? accounts.text(row.digest()) : "");
        return values;
    }

    private static List<String> measures(TopRow.Measures statement) {
        List<String> values = new ArrayList<>();
        HistogramSnapshot histogram = statement.histogram();
        for (Quantile quantile : Quantile.values()) {
            values.add(known(histogram.total() == 0 ? null : histogram.quantileNanos(quantile)));
        }
        values.add(known(statement.maxNanos()));
        values.add(known(statement.errors()));
        values.add(known(statement.rows()));
        values.add(known(statement.clientBytes()));
        values.add(known(statement.firstSecond()));
        values.add(known(statement.lastSecond()));
        return values;
    }

    private static String known(@Nullable Number figure) {
        return figure == null ? Figures.UNKNOWN : String.valueOf(figure);
    }
}
