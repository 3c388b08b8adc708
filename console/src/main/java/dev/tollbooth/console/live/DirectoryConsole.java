package dev.tollbooth.console.live;

import dev.tollbooth.console.model.PageModel;
import dev.tollbooth.console.model.PageModels;
import dev.tollbooth.console.model.ReportSource;
import dev.tollbooth.console.model.TimeSpan;
import dev.tollbooth.internal.time.Ticker;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Shows report files, of however many JVMs, as they grow.
 *
 * <p>Thread-safe.
 */
public final class DirectoryConsole implements AutoCloseable {

    private final PagePort port;
    private final String token;

    /**
     * Opens the port.
     *
     * @param host a name or an address to listen on
     * @param port 0 is any that is free
     * @param password what opens the page; empty: a token that is made up
     * @param reports what to show; read anew when {@code version} has changed
     * @param version what changes with the files
     * @throws IOException if the port can't be had
     */
    public DirectoryConsole(
            String host,
            int port,
            String password,
            ReportSource reports,
            Supplier<String> version,
            Consumer<Throwable> failures)
            throws IOException {
        PageSessions sessions = new PageSessions(Ticker.SYSTEM);
        this.token = password.isEmpty() ? sessions.newSecret() : password;
        ModelSource source = new ModelSource() {
            @Override
            public String version() {
                return version.get();
            }

            @Override
            public PageModel model() {
                return PageModels.of(reports, TimeSpan.ALL);
            }
        };
        this.port = new PagePort(
                "files",
                host,
                port,
                new PageService(
                        new OriginCheck(host), new Doorkeeper(token, port, sessions, Ticker.SYSTEM), source, null),
                failures);
    }

    /** Returns the port that it listens on. */
    public int port() {
        return port.port();
    }

    /** Returns what opens the page. */
    public String token() {
        return token;
    }

    @Override
    public void close() {
        port.close();
    }
}
