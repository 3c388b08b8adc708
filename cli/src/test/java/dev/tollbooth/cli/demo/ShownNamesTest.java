package dev.tollbooth.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.cli.Invocation;
import dev.tollbooth.cli.text.Terminal;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.internal.table.StatementTableOptions;
import dev.tollbooth.internal.time.WallClock;
import dev.tollbooth.statement.StatementSnapshot;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that the demo shows statements with any names. */
class ShownNamesTest {

    @Test
    void liveViewAndConclusion_ofNamesFromOutside_arePrintable() {
        StatementTable table = new StatementTable(StatementTableOptions.DEFAULT, () -> 0, new WallClock(0, 0));
        String text = Invocation.fromOutside();
        for (int i = 0; i < 5; i++) {
            table.schema(text).statement(TextDigest.ofNormalized(text, text)).add(5, 0, 1, 0, 1);
        }
        List<StatementSnapshot> rows = table.list();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, UTF_8);
        Terminal terminal = new Terminal(false, false, 110);

        new LiveView(out, terminal, 1_000_000_000L).show(rows, 1_000);
        new Conclusion(out, terminal).table(rows);
        new Conclusion(out, terminal).findings(table.advice(), Path.of("a\u001b[2J\nforged"));

        assertThat(table.advice()).isNotEmpty();
        String printed = bytes.toString(UTF_8);
        new Invocation(0, List.of(), List.of(), printed).assertPrintable();
        assertThat(printed).contains("   most time so far\n").contains(" u\\u000aforged line\\u000d\\u001b[2J");
    }
}
