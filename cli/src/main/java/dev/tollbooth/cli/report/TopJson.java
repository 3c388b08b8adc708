package dev.tollbooth.cli.report;

import dev.tollbooth.cli.text.JsonStrings;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Quantile;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes the top statements as one JSON object on one line; what is not known is null. */
final class TopJson {

    private final ReportedAccounts accounts;
    private final StringBuilder json = new StringBuilder();

    TopJson(ReportedAccounts accounts) {
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
        Double total = section.totalRu();
        String source = section.source();
        json.append("{\"ruSource\":").append(source.isEmpty() ? "null" : JsonStrings.quote(source));
        json.append(",\"totalRu\":").append(total).append(",\"rows\":[");
        String comma = "";
        for (TopRow row : section.rows()) {
            json.append(comma);
            append(row, total);
            comma = ",";
        }
        json.append("]}");
    }

    private void append(TopRow row, @Nullable Double total) {
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
        Double ru = row.ru();
        json.append(",\"ru\":").append(ru);
        json.append(",\"sharePercent\":").append(ru != null && total != null && total > 0 ? ru / total * 100 : null);
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
        number("p95Ns", quantile(histogram, Quantile.P95));
        number("p99Ns", quantile(histogram, Quantile.P99));
        number("p999Ns", quantile(histogram, Quantile.P999));
        number("errors", statement.errors());
        number("rows", statement.rows());
        number("clientBytes", statement.clientBytes() == 0 ? null : statement.clientBytes());
        json.append(",\"clientBytesSampled\":").append(statement.clientBytesSampled());
        json.append('}');
    }

    private void text(String name, String value) {
        json.append(",\"").append(name).append("\":").append(JsonStrings.quote(value));
    }

    private static @Nullable Long quantile(HistogramSnapshot histogram, Quantile quantile) {
        return histogram.total() == 0 ? null : histogram.quantileNanos(quantile);
    }

    private void number(String name, @Nullable Long value) {
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
