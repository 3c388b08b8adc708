package dev.tollbooth.internal.instance;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.control.Problem;
import dev.tollbooth.internal.control.Problems;
import dev.tollbooth.internal.settings.ConsoleSettings;
import dev.tollbooth.internal.settings.Setting;
import java.io.IOException;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The port of an instance's page. The console's classes are loaded on first use.
 *
 * <p>Thread-safe.
 */
final class ConsoleAccess implements AutoCloseable {

    private final Failures failures;
    private final Problems problems;

    @GuardedBy("this")
    private @Nullable AutoCloseable console;

    @GuardedBy("this")
    private boolean asked;

    ConsoleAccess(Failures failures, Problems problems) {
        this.failures = failures;
        this.problems = problems;
    }

    /**
     * Opens the port in {@code settings}, once. A port that can't be opened is logged and shown, and the application
     * continues.
     */
    synchronized void openPort(ConsoleSettings settings, Supplier<ConsoleTarget> target) {
        if (asked) {
            return;
        }
        asked = true;
        try {
            for (ConsoleProvider provider :
                    ServiceLoader.load(ConsoleProvider.class, ConsoleProvider.class.getClassLoader())) {
                console = provider.open(target.get(), settings);
                return;
            }
            problem(settings, "no console in this jar; take the one that Tollbooth publishes");
        } catch (IOException e) {
            // the port is in use: this message holds no secret
            problem(settings, String.valueOf(e.getMessage()));
        } catch (NoClassDefFoundError e) {
            problem(settings, "no HTTP server in this run-time image; add the module jdk.httpserver");
        } catch (RuntimeException | LinkageError e) {
            failures.caught(Place.CONSOLE, e);
        }
    }

    private void problem(ConsoleSettings settings, String cause) {
        problems.add(new Problem("no console", Setting.CONSOLE_LISTEN.key + "=" + settings.port() + ": " + cause));
    }

    /** Closes the port permanently; a second call does nothing. */
    @Override
    public synchronized void close() {
        asked = true;
        AutoCloseable open = console;
        console = null;
        if (open != null) {
            try {
                open.close();
            } catch (Exception e) {
                failures.caught(Place.CLOSE, e);
            }
        }
    }
}
