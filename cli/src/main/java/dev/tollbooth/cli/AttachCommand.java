package dev.tollbooth.cli;

import dev.tollbooth.cli.attach.RunningJvm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import javax.management.JMException;
import javax.management.ObjectName;
import picocli.CommandLine;
import picocli.CommandLine.Command;
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

    AttachCommand(Streams streams) {
        this.streams = streams;
    }

    static CommandLine commandLine(Streams streams) {
        AttachCommand attach = new AttachCommand(streams);
        return new CommandLine(attach)
                .addSubcommand(new AttachTop(attach))
                .addSubcommand(new AttachUsers(attach))
                .addSubcommand(new AttachHistogram(attach))
                .addSubcommand(new AttachCancel(attach))
                .addSubcommand(new AttachReset(attach));
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
}
