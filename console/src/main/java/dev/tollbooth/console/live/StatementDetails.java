package dev.tollbooth.console.live;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tollbooth.console.page.ModelJson;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.http.Refusal;
import dev.tollbooth.internal.instance.ConsoleTarget;
import dev.tollbooth.internal.jmx.SettingValue;
import dev.tollbooth.internal.settings.Setting;
import dev.tollbooth.internal.trace.Exemplar;
import dev.tollbooth.statement.QuerySample;
import dev.tollbooth.statement.RuTerm;
import dev.tollbooth.statement.Sha256;
import dev.tollbooth.statement.StatementSnapshot;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The details of a statement that reports don't contain: figures since the start, request units by term, traces, a
 * sample.
 */
final class StatementDetails {

    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

    private final ConsoleTarget target;

    StatementDetails(ConsoleTarget target) {
        this.target = target;
    }

    /**
     * Returns a writer of the details; {@code schema} is empty for all schemas. Rejects a digest that is not 64
     * hexadecimal digits.
     */
    LiveAccounts.Fields of(String digest, String schema) throws Refusal {
        if (!DIGEST.matcher(digest).matches()) {
            throw new Refusal(400, "bad digest: give 64 hexadecimal digits");
        }
        Sha256 asked = Sha256.ofHex(digest);
        List<StatementSnapshot> rows = target.exposed().statements().find(asked).stream()
                .filter(row -> schema.isEmpty() || schema.equals(row.schema()))
                .toList();
        List<Exemplar> traces = target.exemplars().get().stream()
                .filter(each ->
                        each.digest().sha256().equals(asked) && (schema.isEmpty() || schema.equals(each.schema())))
                .sorted(Comparator.comparingLong(Exemplar::elapsedNanos).reversed())
                .toList();
        List<RuTerm> terms = rows.isEmpty() ? List.of() : terms(digest);
        return json -> {
            json.writeStringField("since", "since the start");
            Figures sum = rows.stream().map(Figures::of).reduce(Figures.NONE, Figures::plus);
            new ModelJson(json).figures(sum, Figure.OF_ROWS);
            ModelJson.terms(json, terms);
            write(json, traces);
            for (StatementSnapshot row : rows) {
                QuerySample sample = row.sample();
                if (sample != null) {
                    write(json, sample);
                    break;
                }
            }
        };
    }

    private List<RuTerm> terms(String digest) {
        try {
            return target.explainRu().apply(digest);
        } catch (IllegalArgumentException e) {
            return List.of(); // its row was removed meanwhile
        }
    }

    /** Returns the template of a trace's address from the settings; empty if none is set. */
    private String traceUrl() {
        return target.exposed().facts().settings().stream()
                .filter(each -> each.key().equals(Setting.CONSOLE_TRACE_URL.key))
                .map(SettingValue::value)
                .findFirst()
                .orElse("");
    }

    private void write(JsonGenerator json, List<Exemplar> traces) throws IOException {
        String url = traceUrl();
        json.writeArrayFieldStart("traces");
        for (Exemplar each : traces) {
            json.writeStartObject();
            json.writeStringField("traceId", each.ids().traceId());
            json.writeStringField("spanId", each.ids().spanId());
            if (!url.isEmpty()) {
                json.writeStringField(
                        "url",
                        url.replace("{traceId}", each.ids().traceId())
                                .replace("{spanId}", each.ids().spanId()));
            }
            json.writeNumberField("elapsedNanos", each.elapsedNanos());
            json.writeStringField("errorType", each.errorType());
            json.writeNumberField("seen", each.epochMillis());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void write(JsonGenerator json, QuerySample sample) throws IOException {
        json.writeObjectFieldStart("sample");
        json.writeStringField("text", sample.text());
        json.writeNumberField("elapsedNanos", sample.elapsedNanos());
        json.writeNumberField("seen", sample.seenEpochMillis());
        json.writeEndObject();
    }
}
