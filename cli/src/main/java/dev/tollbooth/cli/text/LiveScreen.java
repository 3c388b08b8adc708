package dev.tollbooth.cli.text;

import dev.tollbooth.internal.control.PrintableText;
import java.io.PrintStream;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * A text that is drawn repeatedly: in the same place of a terminal, otherwise one text below the other.
 *
 * <p>Not thread-safe.
 */
public final class LiveScreen {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final String HOME_AND_CLEAR = "\u001b[H\u001b[2J";

    /** A source of the text. */
    @FunctionalInterface
    public interface Picture {

        /** Returns the present lines. */
        List<String> lines() throws Exception;
    }

    private final PrintStream out;
    private final Terminal terminal;

    public LiveScreen(PrintStream out, Terminal terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /**
     * Draws {@code picture} {@code times} times, with a pause of {@code seconds} seconds before each further time.
     *
     * @param title the title above each text, after the time; empty for none, as in output that programs read
     */
    public void show(String title, Picture picture, int seconds, long times) throws Exception {
        for (long i = 0; i < times; i++) {
            if (i > 0) {
                TimeUnit.SECONDS.sleep(seconds);
            }
            List<String> lines = picture.lines();
            if (!title.isEmpty()) {
                head(title, i == 0);
            }
            lines.forEach(out::println);
            out.flush();
        }
    }

    private void head(String title, boolean first) {
        if (terminal.interactive()) {
            out.print(HOME_AND_CLEAR);
        } else if (!first) {
            out.println();
        }
        String time = LocalTime.now(ZoneId.systemDefault()).format(TIME);
        out.println(terminal.bold(time + "  " + PrintableText.escape(title)));
    }
}
