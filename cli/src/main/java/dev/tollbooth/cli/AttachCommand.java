package dev.tollbooth.cli;

import dev.tollbooth.cli.attach.AttachedHistogram;
import dev.tollbooth.cli.attach.AttachedStatements;
import dev.tollbooth.cli.attach.RunningJvm;
import dev.tollbooth.cli.text.Json;
import dev.tollbooth.cli.text.Listing;
import dev.tollbooth.cli.text.Terminal;
import dev.tollbooth.internal.control.PrintableText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import javax.management.JMException;
import javax.management.ObjectName;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code tollbooth attach PID}: shows a running application's statements, and acts on them. */
@Command(
        name = "attach",
        description = "Shows the statements of a running JVM of this user, as its MBeans have them.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "[VIEW]",
        addMethodSubcommands = false, // added in an order for readers
        footer = {
            "",
            "  tollbooth attach 4711 top --by ru --watch",
            "  tollbooth attach 4711 histogram 1f2e3d4c",
            "  tollbooth attach service:jmx:rmi:///jndi/rmi://db1:9010/jmxrmi top --json",
            "",
            "VIEW is one of the commands above; without it, top, whose options may follow PID.",
            "Exit codes: 0 done, 1 no such JVM, instance or statement, 2 bad usage."
        })
final class AttachCommand implements Callable<Integer> {

    private final Streams streams;

    @Parameters(
            index = "0",
            paramLabel = "PID",
            description = "Process id of the JVM, see jps; or the service:jmx: URL of a JVM elsewhere.")
    private String place = "";

    @Option(
            names = "--instance",
            paramLabel = "NAME",
            scope = CommandLine.ScopeType.INHERIT,
            description = "Only the instance of this tollbooth.name; default: all.")
    private String instance = "";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** The arguments of {@code top}, the default view. */
    @Unmatched
    private List<String> ofTop = new ArrayList<>();

    private AttachCommand(Streams streams) {
        this.streams = streams;
    }

    static CommandLine commandLine(Streams streams) {
        AttachCommand attach = new AttachCommand(streams);
        CommandLine line = new CommandLine(attach).addSubcommand(new AttachTop(attach));
        Main.addMethods(line, "users", "histogram", "cancel", "reset");
        return line;
    }

    Streams streams() {
        return streams;
    }

    String place() {
        return place;
    }

    RunningJvm open() throws IOException {
        return RunningJvm.attach(place);
    }

    /**
     * Returns the MBeans of {@code type} of the chosen instances.
     *
     * @throws IOException if there is none
     */
    List<ObjectName> beans(RunningJvm jvm, String type) throws IOException, JMException {
        List<ObjectName> all = jvm.beans(type);
        List<ObjectName> asked = all.stream()
                .filter(bean -> instance.isEmpty() || instance.equals(bean.getKeyProperty("instance")))
                .toList();
        if (asked.isEmpty()) {
            throw new IOException("no such instance: --instance=" + instance + ", there are "
                    + String.join(
                            ", ",
                            all.stream()
                                    .map(bean -> bean.getKeyProperty("instance"))
                                    .toList()));
        }
        return asked;
    }

    @Override
    public Integer call() throws Exception {
        if (!ofTop.isEmpty() && !ofTop.get(0).startsWith("-")) {
            throw new UnmatchedArgumentException(spec.commandLine(), ofTop);
        }
        CommandLine top = Objects.requireNonNull(spec.subcommands().get("top"));
        top.parseArgs(ofTop.toArray(String[]::new));
        AttachTop view = top.getCommand();
        return view.call();
    }

    @Command(
            name = "users",
            description = "Shows request units by user, over the last hour.",
            mixinStandardHelpOptions = true,
            footer = {
                "",
                "They are collected while anybody subscribes to TopRU: report.dir does.",
                "Exit codes: 0 shown, 1 nothing collected or no such JVM, 2 bad usage."
            })
    int users(@Option(names = "--json", description = "One JSON object; columns as the MBean names them.") boolean json)
            throws IOException, JMException {
        boolean any = false;
        try (RunningJvm jvm = open()) {
            for (ObjectName bean : beans(jvm, "TopRU")) {
                Listing users = AttachedStatements.users(jvm, bean);
                any |= !users.rows().isEmpty();
                String name = bean.getKeyProperty("instance");
                if (json) {
                    streams.out().println(Json.line(Map.of("instance", name, "rows", users.maps())));
                } else if (!users.rows().isEmpty()) {
                    streams.out().println("instance " + PrintableText.escape(name));
                    users.text(Terminal.of(System.getenv()).columns()).forEach(streams.out()::println);
                }
            }
        }
        return any
                ? 0
                : streams.fail(
                        true,
                        "no request units by user: TopRU had no subscriber within the last hour, or its first window"
                                + " is open; set report.dir, or wait for a report");
    }

    @Command(
            name = "histogram",
            description = "Shows the latencies of one digest since the start or the last reset.",
            mixinStandardHelpOptions = true,
            footer = {"", "Exit codes: 0 shown, 1 no such digest, JVM or instance, 2 bad usage."})
    int histogram(
            @Parameters(paramLabel = "DIGEST", description = "First digits of a digest, as top shows it.")
                    String digest,
            @Option(names = "--by-decade", description = "A bar for each power of ten.") boolean byDecade,
            @Option(names = "--json", description = "One JSON object with quantiles and buckets.") boolean json,
            @Mixin WatchOptions watch)
            throws Exception {
        watch.check();
        try (RunningJvm jvm = open()) {
            List<ObjectName> beans = beans(jvm, "Statements");
            watch.show(streams, json ? "" : "tollbooth attach " + place + " histogram " + digest, () -> {
                AttachedHistogram found = AttachedHistogram.read(jvm, beans, digest);
                return json ? List.of(found.json(byDecade)) : found.lines(byDecade);
            });
        }
        return 0;
    }

    @Command(
            name = "cancel",
            description = "Cancels one running execution, never one after it, by the driver's own cancel.",
            mixinStandardHelpOptions = true,
            footer = {"", "Exit codes: 0 the cancel was sent, 1 it has ended or there is no such id, 2 bad usage."})
    int cancel(
            @Parameters(paramLabel = "ID", description = "The id of a running statement, as top shows it.") String id)
            throws IOException, JMException {
        try (RunningJvm jvm = open()) {
            for (ObjectName bean : beans(jvm, "ActiveStatements")) {
                if (Boolean.TRUE.equals(jvm.call(bean, "cancel", id))) {
                    streams.out().println("cancel sent: id=" + id);
                    return 0;
                }
            }
        }
        throw new IllegalStateException("nothing to cancel: id=" + id + "; it has ended, see tollbooth attach " + place
                + " top for running statements");
    }

    @Command(
            name = "reset",
            description =
                    "Empties the statement table; counting starts again from zero. Report files and TopRU are not affected.",
            mixinStandardHelpOptions = true,
            footer = {"", "Exit codes: 0 done, 1 no such JVM or instance, 2 bad usage."})
    int reset(
            @Option(names = "--histograms", description = "Only the latencies; counts and sums stay.")
                    boolean histograms)
            throws IOException, JMException {
        try (RunningJvm jvm = open()) {
            for (ObjectName bean : beans(jvm, "Statements")) {
                jvm.call(bean, histograms ? "resetHistograms" : "reset");
                streams.out()
                        .println("instance " + PrintableText.escape(bean.getKeyProperty("instance"))
                                + (histograms ? ": histograms are empty" : ": the statement table is empty"));
            }
        }
        return 0;
    }
}
