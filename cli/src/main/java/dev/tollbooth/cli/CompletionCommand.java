package dev.tollbooth.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tollbooth completion}: a shell script that completes commands and options. */
@Command(
        name = "completion",
        description = "Prints the script by which bash and zsh complete verbs, options and their values.",
        mixinStandardHelpOptions = true,
        footer = {"", "  source <(tollbooth completion)", "", "Exit codes: 0 printed, 2 bad usage."})
final class CompletionCommand implements Callable<Integer> {

    private final Streams streams;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    CompletionCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        streams.out().print(AutoComplete.bash("tollbooth", spec.root().commandLine()));
        return 0;
    }
}
