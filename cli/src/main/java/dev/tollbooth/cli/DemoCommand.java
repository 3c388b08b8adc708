package dev.tollbooth.cli;

import dev.tollbooth.cli.demo.Demo;
import dev.tollbooth.cli.text.Terminal;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tollbooth demo}: a shop's workload, accounted live. */
@Command(
        name = "demo",
        description = "Runs a shop's workload on an embedded H2 through jdbc:tollbooth: and shows its statements.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Its last line is executed=N errors=N rows=N reports=N, as the workload itself counted them.",
            "Exit codes: 0 all figures agree, 1 they don't or the directory can't be written, 2 bad usage."
        })
final class DemoCommand implements Callable<Integer> {

    private static final int MAX_SECONDS = 86_400;
    private static final int MAX_THREADS = 256;

    private final Streams streams;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "10",
            description = "Duration in seconds, 1 to 86400; default 10.")
    private int seconds = 10;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "4",
            description = "Number of simulated shoppers, 1 to 256; default 4.")
    private int threads = 4;

    @Option(
            names = "--dir",
            paramLabel = "D",
            defaultValue = "tollbooth-demo",
            description = "Directory of the report files; default tollbooth-demo.")
    private Path directory = Path.of("tollbooth-demo");

    @Option(
            names = "--console",
            paramLabel = "PORT",
            arity = "0..1",
            fallbackValue = "7070",
            defaultValue = "0",
            description = "Shows the workload as a live page on this port; without one 7070.")
    private int consolePort;

    DemoCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws Exception {
        Words.requireRange(spec, "--seconds", seconds, 1, MAX_SECONDS);
        Words.requireRange(spec, "--threads", threads, 1, MAX_THREADS);
        if (consolePort != 0) {
            Words.requireRange(spec, "--console", consolePort, 1, Verbs.MAX_PORT);
        }
        Demo demo = new Demo(streams.out(), Terminal.of(System.getenv()), directory, consolePort);
        return demo.run(seconds, threads) ? 0 : 1;
    }
}
