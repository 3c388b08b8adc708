package dev.tollbooth.cli;

import dev.tollbooth.internal.control.PrintableText;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Makes the command line of all verbs. */
final class CommandLines {

    @Command(
            name = "tollbooth",
            description = "Accounts for the SQL statements of Java applications.",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            footer = {"", "Exit codes: 0 done, 1 found nothing or a bad file, 2 bad usage."})
    private static final class Verbs {}

    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Version.class.getPackage().getImplementationVersion();
            return new String[] {"tollbooth " + (version == null ? "(unpackaged)" : version)};
        }
    }

    private CommandLines() {}

    static CommandLine of(Streams streams) {
        CommandLine commandLine = new CommandLine(CommandSpec.forAnnotatedObject(new Verbs()));
        commandLine.addSubcommand(new DemoCommand(streams));
        commandLine.addSubcommand(new DigestCommand(streams));
        commandLine.addSubcommand(new TopCommand(streams));
        commandLine.addSubcommand(new CatCommand(streams));
        commandLine.addSubcommand(new HistogramCommand(streams));
        commandLine.addSubcommand(new AttachCommand(streams));
        commandLine.addSubcommand(new MemoryCommand(streams));
        for (AddedVerbs added : ServiceLoader.load(AddedVerbs.class)) {
            added.commands(streams.out(), streams.err()).forEach(commandLine::addSubcommand);
        }
        commandLine.setOut(new PrintWriter(streams.out(), true, StandardCharsets.UTF_8));
        commandLine.setErr(new PrintWriter(streams.err(), true, StandardCharsets.UTF_8));
        commandLine.setUsageHelpWidth(100);
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.setParameterExceptionHandler(CommandLines::badUsage);
        commandLine.setExecutionExceptionHandler(CommandLines::failed);
        commandLine.setExecutionStrategy(CommandLines::run);
        return commandLine;
    }

    private static int run(ParseResult parsed) {
        CommandLine top = parsed.commandSpec().commandLine();
        if (!parsed.hasSubcommand() && !parsed.isUsageHelpRequested() && !parsed.isVersionHelpRequested()) {
            top.usage(top.getErr());
            return CommandLine.ExitCode.USAGE;
        }
        return new CommandLine.RunLast().execute(parsed);
    }

    private static int badUsage(ParameterException problem, String[] arguments) {
        CommandLine command = problem.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        List<String> nearest =
                problem instanceof UnmatchedArgumentException unmatched ? unmatched.getSuggestions() : List.of();
        String hint = nearest.isEmpty() ? "" : ", did you mean " + nearest.get(0) + "?";
        command.getErr().println(oneLine("tollbooth: " + problem.getMessage()) + hint + "; see " + name + " --help");
        return CommandLine.ExitCode.USAGE;
    }

    private static int failed(Exception problem, CommandLine command, ParseResult parsed) {
        String message = problem.getMessage();
        command.getErr()
                .println(oneLine(
                        "tollbooth: " + (message == null ? problem.getClass().getName() : message)));
        return problem instanceof IllegalArgumentException ? CommandLine.ExitCode.USAGE : 1;
    }

    private static String oneLine(String message) {
        return PrintableText.escape(message.replaceAll("\\s*\\R\\s*", " "));
    }
}
