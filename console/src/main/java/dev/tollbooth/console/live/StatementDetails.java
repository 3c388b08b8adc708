package dev.tollbooth.console.live;

import dev.tollbooth.console.page.ModelJson;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import dev.tollbooth.internal.http.Refusal;
import dev.tollbooth.internal.instance.ConsoleTarget;
import dev.tollbooth.internal.jmx.InstanceFacts.SettingValue;
import dev.tollbooth.internal.settings.Setting;
import dev.tollbooth.internal.trace.Exemplar;
import dev.tollbooth.statement.QuerySample;
import dev.tollbooth.statement.RuTerm;
import dev.tollbooth.statement.Sha256;
import dev.tollbooth.statement.StatementSnapshot;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
     * Returns the details as values for JSON; {@code schema} is empty for all schemas. Rejects a digest that is not 64
     * hexadecimal digits.
     */
    Map<String, @Nullable Object> of(String digest, String schema) throws Refusal {
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
        Figures sum = rows.stream().map(Figures::of).reduce(Figures.NONE, Figures::plus);
        Map<String, @Nullable Object> details = new LinkedHashMap<>();
        details.put("since", "since the start");
        details.putAll(ModelJson.figures(sum, Figure.OF_ROWS));
        details.put("terms", ModelJson.terms(terms));
        String url = traceUrl();
        details.put("traces", traces.stream().map(each -> trace(each, url)).toList());
        rows.stream()
                .flatMap(row -> Stream.ofNullable(row.sample()))
                .findFirst()
                .ifPresent(sample -> details.put("sample", sample(sample)));
        return details;
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

    private static Map<String, @Nullable Object> trace(Exemplar trace, String url) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("traceId", trace.ids().traceId());
        row.put("spanId", trace.ids().spanId());
        if (!url.isEmpty()) {
            row.put(
                    "url",
                    url.replace("{traceId}", trace.ids().traceId())
                            .replace("{spanId}", trace.ids().spanId()));
        }
        row.put("elapsedNanos", trace.elapsedNanos());
        row.put("errorType", trace.errorType());
        row.put("seen", trace.epochMillis());
        return row;
    }

    private static Map<String, Object> sample(QuerySample sample) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("text", sample.text());
        row.put("elapsedNanos", sample.elapsedNanos());
        row.put("seen", sample.seenEpochMillis());
        return row;
    }
}
