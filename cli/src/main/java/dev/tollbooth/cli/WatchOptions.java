package dev.tollbooth.cli;

import dev.tollbooth.cli.text.Terminal;
import dev.tollbooth.internal.control.PrintableText;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options {@code --watch} and {@code --times}, by which a command draws its table repeatedly. */
final class WatchOptions {

    private static final int MAX_SECONDS = 3_600;
    private static final int ONCE = -1;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final String HOME_AND_CLEAR = "\u001b[H\u001b[2J";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--watch",
            paramLabel = "SECONDS",
            arity = "0..1",
            fallbackValue = "2",
            defaultValue = "" + ONCE,
            description = "Refreshes the screen every SECONDS seconds (default 2) until Ctrl-C.")
    private int seconds = ONCE;

    @Option(names = "--times", paramLabel = "N", description = "With --watch: ends after N pictures.")
    private long times = Long.MAX_VALUE;

    /** Rejects invalid options, before attaching. */
    void check() {
        if ((seconds != ONCE && seconds < 1) || seconds > MAX_SECONDS || times < 1) {
            String bad = times < 1
                    ? "--times=" + times + ", allowed is 1 or more"
                    : "--watch=" + seconds + ", allowed is 1 to " + MAX_SECONDS;
            throw new ParameterException(spec.commandLine(), "bad value: " + bad);
        }
    }

    /** Returns whether the table is drawn repeatedly. */
    boolean isOn() {
        return seconds != ONCE;
    }

    /**
     * Draws {@code picture} once, or repeatedly: in the same place of a terminal, otherwise one text below the other.
     *
     * @param title the title above each text, after the time; empty for none, as in output that programs read
     */
    void show(Streams streams, String title, Callable<List<String>> picture) throws Exception {
        Terminal terminal = Terminal.of(System.getenv());
        for (long i = 0; i < (isOn() ? times : 1); i++) {
            if (i > 0) {
                TimeUnit.SECONDS.sleep(seconds);
            }
            List<String> lines = picture.call();
            if (isOn() && !title.isEmpty()) {
                if (terminal.interactive()) {
                    streams.out().print(HOME_AND_CLEAR);
                } else if (i > 0) {
                    streams.out().println();
                }
                String time = LocalTime.now(ZoneId.systemDefault()).format(TIME);
                streams.out().println(terminal.bold(time + "  " + PrintableText.escape(title)));
            }
            lines.forEach(streams.out()::println);
            streams.out().flush();
        }
    }
}
