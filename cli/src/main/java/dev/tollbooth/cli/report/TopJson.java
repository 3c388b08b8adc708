package dev.tollbooth.cli.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tollbooth.cli.text.Json;
import dev.tollbooth.statement.HistogramSnapshot;
import dev.tollbooth.statement.Quantile;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the top statements as one JSON object on one line; what is not known is null. */
final class TopJson {

    private final ReportedAccounts accounts;

    TopJson(ReportedAccounts accounts) {
        this.accounts = accounts;
    }

    String of(List<TopSection> sections) {
        return Json.line(json -> {
            json.writeStartObject();
            json.writeNumberField("reports", accounts.reports());
            json.writeNumberField("fromSec", accounts.firstSecond());
            json.writeNumberField("toSec", accounts.lastSecond());
            json.writeStringField("order", sections.get(0).order().word());
            json.writeArrayFieldStart("sources");
            for (TopSection section : sections) {
                write(section, json);
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private void write(TopSection section, JsonGenerator json) throws IOException {
        Double total = section.totalRu();
        String source = section.source();
        json.writeStartObject();
        json.writeStringField("ruSource", source.isEmpty() ? null : source);
        number("totalRu", total, json);
        json.writeArrayFieldStart("rows");
        for (TopRow row : section.rows()) {
            write(row, section, json);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void write(TopRow row, TopSection section, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("kind", row.kind().name().toLowerCase(Locale.ROOT));
        strings("users", row.users(), json);
        json.writeStringField("keyspace", row.keyspace());
        json.writeStringField("summary", row.name());
        json.writeStringField("sqlDigestHex", row.digest());
        if (row.kind() == TopRow.Kind.STATEMENT) {
            json.writeStringField("normalizedSql", accounts.text(row.digest()));
            strings("schemas", accounts.schemas(row.digest()), json);
        }
        strings("planDigestsHex", row.plans(), json);
        Double ru = row.ru();
        Double total = section.totalRu();
        number("ru", ru, json);
        number("sharePercent", ru != null && total != null && total > 0 ? ru / total * 100 : null, json);
        number("orderSharePercent", section.sharePercent(row), json);
        json.writeNumberField("unknownCount", row.unknown());
        json.writeNumberField("execCount", row.executions());
        json.writeNumberField("execDurationNs", row.nanos());
        if (row.kind() == TopRow.Kind.STATEMENT || row.statement() != TopRow.Measures.NONE) {
            write(row.statement(), json);
        }
        json.writeEndObject();
    }

    /** What is of the statement as a whole, whoever sent it. */
    private static void write(TopRow.Measures statement, JsonGenerator json) throws IOException {
        HistogramSnapshot histogram = statement.histogram();
        json.writeObjectFieldStart("statement");
        json.writeNumberField("measured", histogram.total());
        for (Quantile quantile : Quantile.values()) {
            String name = quantile.name().toLowerCase(Locale.ROOT) + "Ns";
            number(name, histogram.total() == 0 ? null : histogram.quantileNanos(quantile), json);
        }
        number("maxNs", statement.maxNanos(), json);
        number("errors", statement.errors(), json);
        if (statement.errors() == null) {
            json.writeNullField("errorsByClass");
        } else {
            json.writeObjectFieldStart("errorsByClass");
            for (Map.Entry<String, Long> each : statement.errorsByClass().entrySet()) {
                json.writeNumberField(each.getKey(), each.getValue());
            }
            json.writeEndObject();
        }
        number("rows", statement.rows(), json);
        number("rowsUnknown", statement.rowsUnknown(), json);
        number("clientBytes", statement.clientBytes(), json);
        json.writeBooleanField("clientBytesSampled", statement.clientBytesSampled());
        number("firstSec", statement.firstSecond(), json);
        number("lastSec", statement.lastSecond(), json);
        json.writeEndObject();
    }

    private static void number(String name, @Nullable Double value, JsonGenerator json) throws IOException {
        json.writeFieldName(name);
        if (value == null) {
            json.writeNull();
        } else {
            json.writeNumber(value.doubleValue());
        }
    }

    private static void number(String name, @Nullable Long value, JsonGenerator json) throws IOException {
        json.writeFieldName(name);
        if (value == null) {
            json.writeNull();
        } else {
            json.writeNumber(value.longValue());
        }
    }

    private static void strings(String name, Collection<String> values, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart(name);
        for (String value : values) {
            json.writeString(value);
        }
        json.writeEndArray();
    }
}
