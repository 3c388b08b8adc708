package dev.tollbooth.fleet;

import dev.tollbooth.console.live.DirectoryConsole;
import dev.tollbooth.fleet.query.FleetViews;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tollbooth fleet console}: the page of a fleet. */
@Command(
        name = "console",
        description =
                "Shows a fleet as a page: services, instances, statements, two versions side by side; ends with Ctrl-C.",
        mixinStandardHelpOptions = true)
final class FleetConsoleCommand implements Callable<Integer> {

    private static final int MAX_PORT = 65_535;

    private final PrintStream out;
    private final PrintStream err;

    @Mixin
    private FleetSource source = new FleetSource();

    @Option(
            names = "--listen",
            paramLabel = "PORT",
            defaultValue = "7070",
            description = "The port, on loopback; default 7070, 0 is any that is free.")
    private int port = 7070;

    FleetConsoleCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException, SQLException, InterruptedException {
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("bad value: --listen=" + port + ", allowed is 0 to " + MAX_PORT);
        }
        try (FleetViews views = source.open();
                DirectoryConsole console = DirectoryConsole.ofFleet(
                        "localhost",
                        port,
                        new FleetPage(views, source.filter(), source::version),
                        failure -> err.println("tollbooth: the page could not be made: exception="
                                + failure.getClass().getName() + "; please report it"))) {
            out.println("http://localhost:" + console.port() + "/#token=" + console.token());
            out.flush();
            new CountDownLatch(1).await();
        }
        return 0;
    }
}
