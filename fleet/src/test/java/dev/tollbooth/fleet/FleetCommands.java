package dev.tollbooth.fleet;

import dev.tollbooth.cli.Streams;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine;

/** A runner of {@code tollbooth export} and {@code tollbooth fleet}, as from the command line. */
public final class FleetCommands {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** Runs a command; returns its exit code. */
    public int run(String... arguments) {
        out.reset();
        err.reset();
        PrintStream outStream = new PrintStream(out, true, StandardCharsets.UTF_8);
        PrintStream errStream = new PrintStream(err, true, StandardCharsets.UTF_8);
        CommandLine line = new CommandLine(CommandLine.Model.CommandSpec.create());
        new FleetVerbs()
                .commands(new Streams(InputStream.nullInputStream(), outStream, errStream))
                .forEach(line::addSubcommand);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setErr(new PrintWriter(errStream, true, StandardCharsets.UTF_8));
        line.setExecutionExceptionHandler((problem, command, parsed) -> {
            errStream.println(problem.getMessage());
            return 1;
        });
        return line.execute(arguments);
    }

    /** Returns the output of the last command. */
    public List<String> printed() {
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    /** Returns the standard error of the last command. */
    public String errors() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
