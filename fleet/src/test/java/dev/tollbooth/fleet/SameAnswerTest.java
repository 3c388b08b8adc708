package dev.tollbooth.fleet;

import com.google.gson.JsonParser;
import dev.tollbooth.cli.report.SameAnswers;
import dev.tollbooth.cli.report.SameRows;
import dev.tollbooth.cli.report.SameRows.Case;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests statements with partly known figures: a fleet answers as all other outputs. */
class SameAnswerTest {

    @TempDir
    private Path directory;

    private final FleetCommands commands = new FleetCommands();

    @BeforeEach
    void count() {
        SameRows.write(directory);
    }

    @Test
    void topOfAFleet() {
        SameAnswers answers = new SameAnswers();
        for (Case each : Case.values()) {
            String tables = directory.resolve(each.name() + "-tables").toString();
            commands.run("export", directory.resolve(each.name()).toString(), "--parquet", tables);
            commands.run("fleet", "top", "--by", "service", "--json", "--from", tables);
            answers.add(
                    each.digest().hex(),
                    JsonParser.parseString(commands.printed().get(0))
                            .getAsJsonObject()
                            .getAsJsonArray("rows")
                            .get(0)
                            .getAsJsonObject());
        }
        answers.check();
    }
}
