package dev.tollbooth.console.live;

import dev.tollbooth.internal.instance.ConsoleTarget;
import dev.tollbooth.internal.instance.Instances;
import dev.tollbooth.internal.settings.ConsoleSettings;
import dev.tollbooth.internal.settings.TypedSettings;
import dev.tollbooth.jdbc.Tollbooth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** A live page with a clock that a test moves. */
public final class DrivenConsole implements AutoCloseable {

    private final LiveShop shop;
    private final int port = LiveShop.freePort();
    private final AtomicLong clock;
    private final long begin;
    private final List<Runnable> ticks = new ArrayList<>();
    private final AutoCloseable console;

    /** Opens the page of a new shop with further settings. */
    public DrivenConsole(Map<String, String> settings) throws Exception {
        Map<String, String> all = new java.util.HashMap<>(settings);
        all.put("console.listen", "off");
        shop = new LiveShop(all);
        ConsoleTarget target = target(shop.tollbooth());
        begin = target.exposed().facts().started().getEpochSecond();
        clock = new AtomicLong(begin);
        console = new LiveConsole(clock::get)
                .open(
                        new ConsoleTarget(
                                target.name(),
                                target.exposed(),
                                target.explainRu(),
                                target.exemplars(),
                                target.subscribe(),
                                target.watch(),
                                task -> {
                                    ticks.add(task);
                                    return () -> ticks.remove(task);
                                }),
                        new ConsoleSettings("localhost", port, LiveShop.PASSWORD, List.of()));
    }

    static ConsoleTarget target(Tollbooth tollbooth) {
        return Instances.ofDriver()
                .get(TypedSettings.of(tollbooth.connectionProperties()))
                .consoleTarget();
    }

    /** Executes some statements in each second until the page is {@code age} seconds old. */
    public void tradeUntil(int age) throws Exception {
        while (clock.get() < begin + age) {
            shop.trade(1);
            clock.incrementAndGet();
            ticks.forEach(Runnable::run);
        }
    }

    public LiveShop shop() {
        return shop;
    }

    /** Returns the start of the shop, in seconds since 1970 UTC. */
    public long begin() {
        return begin;
    }

    public String page() {
        return "http://localhost:" + port + "/";
    }

    @Override
    public void close() throws Exception {
        console.close();
        shop.close();
    }
}
