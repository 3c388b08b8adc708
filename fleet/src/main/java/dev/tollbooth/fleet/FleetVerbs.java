package dev.tollbooth.fleet;

import dev.tollbooth.cli.AddedVerbs;
import java.io.PrintStream;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tollbooth export} and {@code tollbooth fleet}, for a command line with this jar. */
public final class FleetVerbs implements AddedVerbs {

    @Command(
            name = "fleet",
            description = "Questions to the reports of many JVMs, exported as Parquet.",
            mixinStandardHelpOptions = true,
            synopsisSubcommandLabel = "COMMAND",
            footer = {"", "  tollbooth export reports/ --parquet fleet/", "  tollbooth fleet services --from fleet/"})
    private static final class Fleet {}

    /** Makes the commands for {@link java.util.ServiceLoader}. */
    public FleetVerbs() {}

    @Override
    public List<Object> commands(PrintStream out, PrintStream err) {
        CommandLine fleet = new CommandLine(new Fleet());
        fleet.addSubcommand(new FleetTopCommand(out, err));
        fleet.addSubcommand(new FleetServicesCommand(out, err));
        fleet.addSubcommand(new FleetHistogramCommand(out, err));
        fleet.addSubcommand(new FleetDiffCommand(out, err));
        fleet.addSubcommand(new FleetConsoleCommand(out, err));
        fleet.addSubcommand(new FleetPlansCommand(out, err));
        fleet.addSubcommand(new CompactCommand(out));
        fleet.addSubcommand(new SimulateCommand(out));
        fleet.addSubcommand(new CommandLine.HelpCommand());
        return List.of(new ExportCommand(out, err), fleet);
    }
}
