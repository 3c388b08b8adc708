package dev.tollbooth.console.live;

import dev.tollbooth.internal.control.Log;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.http.HttpPort;
import dev.tollbooth.internal.http.OriginCheck;
import dev.tollbooth.internal.instance.ConsoleProvider;
import dev.tollbooth.internal.instance.ConsoleTarget;
import dev.tollbooth.internal.settings.ConsoleSettings;
import dev.tollbooth.internal.time.Ticker;
import java.io.IOException;
import java.util.function.LongSupplier;

/**
 * The provider of the live page of an instance.
 *
 * <p>Thread-safe: stateless.
 */
public final class LiveConsole implements ConsoleProvider {

    /** The clock of live pages, in seconds since 1970 UTC. */
    static final LongSupplier SYSTEM_SECONDS = () -> Math.floorDiv(System.currentTimeMillis(), 1_000L);

    private final LongSupplier clock;

    /** Makes a provider for {@link java.util.ServiceLoader}. */
    public LiveConsole() {
        this(SYSTEM_SECONDS);
    }

    /** Makes a provider; {@code clock} returns the seconds since 1970 UTC. */
    LiveConsole(LongSupplier clock) {
        this.clock = clock;
    }

    @Override
    public AutoCloseable open(ConsoleTarget target, ConsoleSettings settings) throws IOException {
        PageSessions sessions = new PageSessions(Ticker.SYSTEM);
        boolean made = settings.password().isEmpty();
        String password = made ? sessions.newSecret() : settings.password();
        ReportHistory history = new ReportHistory(target, clock);
        LiveAccounts accounts = new LiveAccounts(target, settings.allowed());
        PackedModel model = new PackedModel(history);
        PageService service = new PageService(
                new Doorkeeper(password, settings.port(), sessions, Ticker.SYSTEM), model, accounts, null);
        HttpPort port = HttpPort.open(
                "tollbooth-console-" + target.name(),
                HttpPort.address(settings.host(), settings.port()),
                OriginCheck.ofPage(settings.host()),
                service,
                failure -> accounts.failures().caught(Place.CONSOLE, failure));
        AutoCloseable memory = target.watch().apply(model);
        AutoCloseable reports = history.follow(target);
        String address = "http://" + settings.host() + ":" + port.port() + "/";
        // logged once, because it opens the page until the application ends
        Log.info("console: " + address + (made ? "#token=" + password : ""));
        return () -> {
            port.close();
            reports.close();
            memory.close();
        };
    }
}
