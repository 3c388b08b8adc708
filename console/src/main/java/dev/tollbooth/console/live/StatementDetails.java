package dev.tollbooth.console.live;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tollbooth.console.page.ModelJson;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.http.Refusal;
import dev.tollbooth.internal.instance.ConsoleTarget;
import dev.tollbooth.statement.QuerySample;
import dev.tollbooth.statement.RuTerm;
import dev.tollbooth.statement.Sha256;
import dev.tollbooth.statement.StatementSnapshot;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;

/** The details of a statement that only a running instance has: figures since the start, request units by term, a sample. */
final class StatementDetails {

    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

    private final ConsoleTarget target;

    StatementDetails(ConsoleTarget target) {
        this.target = target;
    }

    /** Returns what writes it; {@code schema} is empty for all schemas. */
    LiveAccounts.Fields of(String digest, String schema) throws Refusal {
        if (!DIGEST.matcher(digest).matches()) {
            throw new Refusal(400, "bad digest: give 64 hexadecimal digits");
        }
        List<StatementSnapshot> rows = target.exposed().statements().find(Sha256.ofHex(digest)).stream()
                .filter(row -> schema.isEmpty() || schema.equals(row.schema()))
                .toList();
        List<RuTerm> terms = rows.isEmpty() ? List.of() : terms(digest);
        return json -> {
            json.writeStringField("since", "since the start");
            Figures sum = rows.stream().map(Figures::of).reduce(Figures.NONE, Figures::plus);
            new ModelJson(json).figures(sum, Figure.OF_ROWS);
            ModelJson.terms(json, terms);
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
            return List.of(); // its row has gone meanwhile
        }
    }

    private static void write(JsonGenerator json, QuerySample sample) throws IOException {
        json.writeObjectFieldStart("sample");
        json.writeStringField("text", sample.text());
        json.writeNumberField("elapsedNanos", sample.elapsedNanos());
        json.writeNumberField("seen", sample.seenEpochMillis());
        json.writeEndObject();
    }
}
