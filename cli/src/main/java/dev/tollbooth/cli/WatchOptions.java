package dev.tollbooth.cli;

import dev.tollbooth.cli.text.LiveScreen;
import dev.tollbooth.cli.text.Terminal;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options {@code --watch} and {@code --times}, by which a command draws its table repeatedly. */
final class WatchOptions {

    private static final int MAX_SECONDS = 3_600;
    private static final int ONCE = -1;

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

    /** Draws the table once, or repeatedly. */
    void show(Streams streams, String title, LiveScreen.Picture picture) throws Exception {
        if (!isOn()) {
            picture.lines().forEach(streams.out()::println);
            return;
        }
        new LiveScreen(streams.out(), Terminal.of(System.getenv())).show(title, picture, seconds, times);
    }
}
