package dev.tollbooth.spring.actuator;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tollbooth.cli.report.SameAnswers;
import dev.tollbooth.cli.report.SameRows;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.jdbc.Tollbooth;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.http.converter.json.Jackson2ObjectMapperBuilder;

/** Tests statements with partly known figures: the actuator answers as all other outputs. */
class SameAnswerTest {

    @TempDir
    private Path directory;

    private static void check(List<Map<String, Object>> answer) throws Exception {
        SameAnswers answers = new SameAnswers();
        String text = Jackson2ObjectMapperBuilder.json().build().writeValueAsString(answer);
        JsonArray rows = JsonParser.parseString(text)
                .getAsJsonArray()
                .get(0)
                .getAsJsonObject()
                .getAsJsonArray("statements");
        for (JsonElement row : rows) {
            JsonObject statement = row.getAsJsonObject();
            answers.add(statement.get("digest").getAsString(), statement);
        }
        answers.check();
    }

    @Test
    void statementsSinceTheReset() throws Exception {
        try (Tollbooth tollbooth = Tollbooth.builder().build()) {
            SameRows.count((StatementTable) tollbooth.statements(), directory);
            check(StatementWindow.ofAll(List.of(tollbooth), Figure.TIME, 20));
        }
    }

    @Test
    void statementsOfAWindow() throws Exception {
        try (Tollbooth tollbooth = Tollbooth.builder().build()) {
            StatementWindow window = new StatementWindow(List.of(tollbooth));
            SameRows.count((StatementTable) tollbooth.statements(), directory);
            check(window.top(Figure.TIME, 20));
        }
    }
}
