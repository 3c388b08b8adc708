package dev.tollbooth.console.live;

import dev.tollbooth.console.model.PageModel;
import dev.tollbooth.console.model.PageModels;
import dev.tollbooth.console.model.ReportSource;
import dev.tollbooth.console.model.TimeSpan;
import dev.tollbooth.internal.http.HttpPort;
import dev.tollbooth.internal.http.OriginCheck;
import dev.tollbooth.internal.time.Ticker;
import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A page that shows growing report files of any number of JVMs, or a fleet's tables.
 *
 * <p>Thread-safe.
 */
public final class DirectoryConsole implements AutoCloseable {

    private final HttpPort port;
    private final String token;

    private DirectoryConsole(
            String name,
            String host,
            int port,
            ModelSource source,
            @Nullable FleetFigures fleet,
            Consumer<Throwable> failures)
            throws IOException {
        PageSessions sessions = new PageSessions(Ticker.SYSTEM);
        this.token = sessions.newSecret();
        Doorkeeper doorkeeper = new Doorkeeper(token, port, sessions, Ticker.SYSTEM);
        PageService service = new PageService(doorkeeper, new PackedModel(source), null, fleet);
        this.port = HttpPort.open(
                "tollbooth-console-" + name, HttpPort.address(host, port), OriginCheck.ofPage(host), service, failures);
    }

    /**
     * Opens the port of a page that shows report files.
     *
     * @param host a name or an address to listen on
     * @param port the port; 0 for any free one
     * @param reports the reports to show; read again when {@code version} changes
     * @param version the supplier of a value that changes with the files
     * @param failures the consumer of the exceptions of failed requests
     * @throws IOException if the port can't be opened
     */
    public static DirectoryConsole ofFiles(
            String host, int port, ReportSource reports, Supplier<String> version, Consumer<Throwable> failures)
            throws IOException {
        ModelSource source = new ModelSource() {
            @Override
            public String version() {
                return version.get();
            }

            @Override
            public PageModel model(Map<String, String> choice) {
                return PageModels.of(reports, TimeSpan.ALL);
            }
        };
        return new DirectoryConsole("files", host, port, source, null, failures);
    }

    /**
     * Opens the port of a page that shows a fleet's tables.
     *
     * @param host a name or an address to listen on
     * @param port the port; 0 for any free one
     * @param fleet the figures to show
     * @param failures the consumer of the exceptions of failed requests
     * @throws IOException if the port can't be opened
     */
    public static DirectoryConsole ofFleet(String host, int port, FleetFigures fleet, Consumer<Throwable> failures)
            throws IOException {
        return new DirectoryConsole("fleet", host, port, fleet, fleet, failures);
    }

    /** Returns the port number. */
    public int port() {
        return port.port();
    }

    /** Returns the token that opens the page. */
    public String token() {
        return token;
    }

    @Override
    public void close() {
        port.close();
    }
}
