package dev.tollbooth.cli.report;

import dev.tollbooth.accounting.histogram.HistogramSnapshot;
import dev.tollbooth.accounting.histogram.Quantile;
import dev.tollbooth.cli.text.JsonStrings;
import java.util.List;
import java.util.Locale;

/** Writes the top statements as one JSON object on one line. */
final class TopJson {

    private final Accounts accounts;
    private final StringBuilder json = new StringBuilder();

    TopJson(Accounts accounts) {
        this.accounts = accounts;
    }

    String of(List<TopSection> sections) {
        json.append("{\"reports\":").append(accounts.reports());
        json.append(",\"fromSec\":").append(accounts.firstSecond());
        json.append(",\"toSec\":").append(accounts.lastSecond());
        json.append(",\"sources\":[");
        String comma = "";
        for (TopSection section : sections) {
            json.append(comma);
            append(section);
            comma = ",";
        }
        return json.append("]}").toString();
    }

    private void append(TopSection section) {
        double total = section.totalRu();
        json.append("{\"ruSource\":").append(JsonStrings.quote(section.source()));
        json.append(",\"totalRu\":").append(total).append(",\"rows\":[");
        String comma = "";
        for (TopRow row : section.rows()) {
            json.append(comma);
            append(row, total);
            comma = ",";
        }
        json.append("]}");
    }

    private void append(TopRow row, double total) {
        json.append("{\"kind\":\"")
                .append(row.kind().name().toLowerCase(Locale.ROOT))
                .append('"');
        json.append(",\"users\":");
        strings(row.users());
        text("keyspace", row.keyspace());
        text("summary", row.name());
        text("sqlDigestHex", row.digest());
        if (row.kind() == TopRow.Kind.STATEMENT) {
            text("normalizedSql", accounts.text(row.digest()));
        }
        json.append(",\"planDigestsHex\":");
        strings(row.plans());
        json.append(",\"ru\":").append(row.ru());
        json.append(",\"sharePercent\":").append(total > 0 ? row.ru() / total * 100 : 0);
        number("unknownCount", row.unknown());
        number("execCount", row.executions());
        number("execDurationNs", row.nanos());
        if (row.statement() != TopRow.Measures.NONE) {
            append(row.statement());
        }
        json.append('}');
    }

    /** What is of the statement as a whole, whoever sent it. */
    private void append(TopRow.Measures statement) {
        HistogramSnapshot histogram = statement.histogram();
        json.append(",\"statement\":{\"measured\":").append(histogram.total());
        number("p95Ns", histogram.quantileNanos(Quantile.P95));
        number("p99Ns", histogram.quantileNanos(Quantile.P99));
        number("p999Ns", histogram.quantileNanos(Quantile.P999));
        number("errors", statement.errors());
        number("rows", statement.rows());
        number("clientBytes", statement.clientBytes());
        json.append(",\"clientBytesSampled\":").append(statement.clientBytesSampled());
        json.append('}');
    }

    private void text(String name, String value) {
        json.append(",\"").append(name).append("\":").append(JsonStrings.quote(value));
    }

    private void number(String name, long value) {
        json.append(",\"").append(name).append("\":").append(value);
    }

    private void strings(List<String> values) {
        json.append('[');
        for (int i = 0; i < values.size(); i++) {
            json.append(i == 0 ? "" : ",").append(JsonStrings.quote(values.get(i)));
        }
        json.append(']');
    }
}
