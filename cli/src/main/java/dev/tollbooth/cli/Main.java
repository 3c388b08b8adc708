package dev.tollbooth.cli;

import dev.tollbooth.internal.control.PrintableText;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line with all its verbs: the entry point, and the words of its errors. */
public final class Main {

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
        addMethods(commandLine, "histogram", "report", "console");
        commandLine.addSubcommand(new DiffCommand(streams));
        addMethods(commandLine, "cat");
        commandLine.addSubcommand(AttachCommand.commandLine(streams));
        addMethods(commandLine, "memory");
        commandLine.addSubcommand(new DoctorCommand(streams));
        for (AddedVerbs added : ServiceLoader.load(AddedVerbs.class)) {
            added.commands(streams).forEach(commandLine::addSubcommand);
        }
        addMethods(commandLine, "completion");
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

    /** Adds verbs that are methods of the command's class. */
    public static void addMethods(CommandLine to, String... verbs) {
        for (String verb : verbs) {
            to.addSubcommand(
                    verb,
                    CommandLine.getCommandMethods(to.getCommand().getClass(), verb)
                            .get(0));
        }
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
        String message = String.valueOf(problem.getMessage()).replaceFirst("^Error: ", ""); // of exclusive options
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
