package dev.tollbooth.cli;

import dev.tollbooth.cli.report.ReportFiles;
import dev.tollbooth.cli.text.ReportJson;
import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.internal.instance.Version;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line with all its verbs: the entry point, and the words of its errors. */
public final class Main {

    /** The verbs that need no class of their own. */
    @Command(
            name = "tollbooth",
            description = "Accounts for the SQL statements of Java applications.",
            mixinStandardHelpOptions = true,
            versionProvider = BuiltVersion.class,
            addMethodSubcommands = false, // added in an order for readers
            footer = {
                "",
                "tollbooth help VERB explains a verb. For many JVMs: export and fleet, in tollbooth-fleet.jar.",
                "Exit codes: 0 done, 1 found nothing or a bad file, 2 bad usage; diff: 3 if a build has to fail."
            })
    static final class Verbs {

        private final Streams streams;

        @Spec
        private CommandSpec spec = CommandSpec.create();

        private Verbs(Streams streams) {
            this.streams = streams;
        }

        @Command(
                name = "cat",
                description = "Shows report files as JSON, one report a line, in protobuf's own mapping.",
                mixinStandardHelpOptions = true,
                footer = {
                    "",
                    "  tollbooth cat reports/ | jq '.topRuRecords[].items[].execCount'",
                    "",
                    "Exit codes: 0 shown, 1 no report or a bad file, 2 bad usage."
                })
        int cat(
                @Parameters(paramLabel = "FILES", arity = "1..*", description = "Report files, or directories of them.")
                        List<Path> files,
                @Option(names = "--json", description = "JSON, as without this option.") boolean unusedJson) {
            ReportFiles reports = new ReportFiles(files, streams.err());
            reports.forEach(report -> streams.out().println(ReportJson.of(report)));
            if (reports.read() == 0 && reports.sound()) {
                streams.err().println("tollbooth: no report in these files; give other files");
            }
            return reports.read() == 0 || !reports.sound() ? 1 : 0;
        }

        @Command(
                name = "completion",
                description = "Prints the script by which bash and zsh complete verbs, options and their values.",
                mixinStandardHelpOptions = true,
                footer = {"", "  source <(tollbooth completion)", "", "Exit codes: 0 printed, 2 bad usage."})
        int completion() {
            streams.out().print(AutoComplete.bash("tollbooth", spec.commandLine()));
            return 0;
        }
    }

    static final class BuiltVersion implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"tollbooth " + Version.TEXT + ", build " + Version.build()};
        }
    }

    /** The commands of the additional jar {@code tollbooth-fleet.jar}, for an error message that names the jar. */
    private static final List<String> OF_FLEET = List.of("export", "fleet");

    /** The first words of picocli's message about an unknown command after {@code help}. */
    private static final String UNKNOWN_TO_HELP = "Unknown subcommand";

    private Main() {}

    /** Runs the command that {@code arguments} begin with, and exits with its code. */
    public static void main(String[] arguments) {
        // UTF-8 whatever the platform's default, because SQL and the lines of tables need it
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        Streams streams = new Streams(new FileInputStream(FileDescriptor.in), out, err);
        int exitCode = execute(streams, arguments);
        out.flush();
        System.exit(exitCode);
    }

    static CommandLine of(Streams streams) {
        CommandLine commandLine = new CommandLine(new Verbs(streams));
        commandLine.addSubcommand(new DemoCommand(streams));
        commandLine.addSubcommand(new DigestCommand(streams));
        commandLine.addSubcommand(new TopCommand(streams));
        commandLine.addSubcommand(new AdviseCommand(streams));
        commandLine.addSubcommand(new HistogramCommand(streams));
        commandLine.addSubcommand(new ReportCommand(streams));
        commandLine.addSubcommand(new ConsoleCommand(streams));
        commandLine.addSubcommand(new DiffCommand(streams));
        addMethod(commandLine, "cat");
        commandLine.addSubcommand(AttachCommand.commandLine(streams));
        commandLine.addSubcommand(new MemoryCommand(streams));
        commandLine.addSubcommand(new DoctorCommand(streams));
        for (AddedVerbs added : ServiceLoader.load(AddedVerbs.class)) {
            added.commands(streams).forEach(commandLine::addSubcommand);
        }
        addMethod(commandLine, "completion");
        commandLine.addSubcommand(new CommandLine.HelpCommand());
        commandLine.setOut(new PrintWriter(streams.out(), true, StandardCharsets.UTF_8));
        commandLine.setErr(new PrintWriter(streams.err(), true, StandardCharsets.UTF_8));
        commandLine.setUsageHelpWidth(100);
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.setParameterExceptionHandler(Main::badUsage);
        commandLine.setExecutionExceptionHandler(Main::failed);
        commandLine.setExecutionStrategy(Main::run);
        return commandLine;
    }

    /** Adds the verb that is a method of the command's class. */
    static void addMethod(CommandLine to, String verb) {
        to.addSubcommand(
                verb,
                CommandLine.getCommandMethods(to.getCommand().getClass(), verb).get(0));
    }

    /** Runs the command that {@code arguments} begin with; returns its exit code. */
    static int execute(Streams streams, String... arguments) {
        try {
            return of(streams).execute(arguments);
        } catch (OutOfMemoryError e) {
            return exhausted(
                    streams,
                    "heap exhausted: megabytes=" + (Runtime.getRuntime().maxMemory() >> 20),
                    "-Xmx4g");
        } catch (StackOverflowError e) {
            return exhausted(streams, "stack exhausted", "-Xss8m");
        }
    }

    private static int exhausted(Streams streams, String what, String option) {
        streams.err().println("tollbooth: " + what + "; give fewer files, or more memory: JAVA_TOOL_OPTIONS=" + option);
        return 1;
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
        String message = String.valueOf(problem.getMessage());
        CommandSpec root = command.getCommandSpec().root();
        String verb = arguments.length == 0 ? "" : arguments[0];
        if (OF_FLEET.contains(verb) && !root.subcommands().containsKey(verb)) {
            message = "verb of another jar: " + verb + "; run it by bin/tollbooth, or java -jar tollbooth-fleet.jar";
            name = root.name();
        } else if (problem instanceof UnmatchedArgumentException unmatched) {
            message = unmatched(command, unmatched.getUnmatched().get(0));
        } else if (message.startsWith(UNKNOWN_TO_HELP) && problem.getValue() != null) {
            message = unmatched(command, problem.getValue());
        }
        String end = message.endsWith("?") ? " See " : "; see ";
        command.getErr().println(oneLine("tollbooth: " + message) + end + name + " --help");
        return CommandLine.ExitCode.USAGE;
    }

    private static String unmatched(CommandLine command, String argument) {
        if (argument.startsWith("-") && argument.length() > 1) {
            List<String> options = new ArrayList<>();
            command.getCommandSpec().options().forEach(option -> options.addAll(List.of(option.names())));
            return "unknown option: " + argument + Words.hint(argument, options);
        }
        List<String> verbs = List.copyOf(command.getSubcommands().keySet());
        return verbs.isEmpty()
                ? "unexpected argument: " + argument
                : "unknown verb: " + argument + Words.hint(argument, verbs);
    }

    private static int failed(Exception problem, CommandLine command, ParseResult parsed) {
        if (problem instanceof CommandLine.ExecutionException && problem.getCause() instanceof Error error) {
            throw error; // thrown by a verb that is a method, which picocli wraps
        }
        command.getErr().println(oneLine("tollbooth: " + message(problem)));
        return problem instanceof IllegalArgumentException ? CommandLine.ExitCode.USAGE : 1;
    }

    /**
     * Returns the message of a problem. If a file is the problem, the cause is added, because the exception's message
     * is often only the file's name.
     */
    private static String message(Exception problem) {
        String message = problem.getMessage();
        if (problem instanceof FileSystemException file && message != null) {
            String cause = file.getReason() != null
                    ? file.getReason()
                    : switch (file.getClass().getSimpleName()) {
                        case "NoSuchFileException" -> "no such file or directory";
                        case "AccessDeniedException" -> "permission denied";
                        case "NotDirectoryException" -> "not a directory";
                        case "FileAlreadyExistsException" -> "it exists already";
                        case "DirectoryNotEmptyException" -> "directory not empty";
                        default -> file.getClass().getSimpleName();
                    };
            return "cannot use a file: file=" + file.getFile() + ", cause=" + cause + "; give another, or correct it";
        }
        return message == null ? problem.getClass().getName() : message;
    }

    private static String oneLine(String message) {
        return PrintableText.escape(message.replaceAll("\\s*\\R\\s*", " "));
    }
}
