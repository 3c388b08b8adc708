package dev.tollbooth.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.tollbooth.cli.report.SameRows.Case;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.figure.Figures;
import java.util.EnumMap;
import java.util.Map;

/** The answers of one output about each {@link Case}. */
public final class SameAnswers {

    private final Map<Case, String> answers = new EnumMap<>(Case.class);

    private static String orNull(Object value) {
        return value == null || value.equals("") ? "null" : value.toString();
    }

    /** Adds the output's answer about a statement. */
    public void add(String digest, Object ru, Object source, Object changed, Object unknown) {
        answers.put(Case.of(digest), orNull(ru) + " " + orNull(source) + " " + orNull(changed) + " " + orNull(unknown));
    }

    /** Adds the figures of a statement. */
    public void add(String digest, Figures figures) {
        add(
                digest,
                figures.get(Figure.RU),
                figures.ruSource(),
                figures.get(Figure.ROWS_CHANGED),
                figures.get(Figure.ROWS_UNKNOWN));
    }

    /** Adds a row of JSON. */
    public void add(String digest, JsonObject row) {
        JsonElement source = row.get("ruSource");
        add(
                digest,
                number(row, Figure.RU),
                source.isJsonNull() ? null : source.getAsString(),
                number(row, Figure.ROWS_CHANGED),
                number(row, Figure.ROWS_UNKNOWN));
    }

    private static Number number(JsonObject row, Figure figure) {
        JsonElement value = row.get(figure.key());
        return value.isJsonNull() ? null : value.getAsNumber();
    }

    /** Asserts that each case has the expected answer. */
    public void check() {
        assertThat(answers).hasSize(Case.values().length);
        answers.forEach((each, answer) -> assertThat(answer).as(each.name()).isEqualTo(each.answer()));
    }
}
