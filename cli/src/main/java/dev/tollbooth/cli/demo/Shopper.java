package dev.tollbooth.cli.demo;

import dev.tollbooth.cli.demo.Shop.Tenant;
import dev.tollbooth.cli.demo.ShopVisits.Visit;
import dev.tollbooth.jdbc.Tollbooth;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * One thread of the shop's application, which makes one visit after another at random tenants.
 *
 * <p>Not thread-safe: run by one thread.
 */
final class Shopper implements Runnable {

    private static final long PAUSE_NANOS = 300_000;

    private final Map<Tenant, ShopSession> sessions = new EnumMap<>(Tenant.class);
    private final Tollbooth tollbooth;
    private final SplittableRandom random;
    private final boolean first;
    private final long nanos;

    /**
     * Makes a shopper that makes visits for {@code nanos} nanoseconds; {@code number} seeds its random choices. Shopper
     * 0 first makes every visit once.
     */
    Shopper(Tollbooth tollbooth, Shop shop, Tally tally, int number, long nanos) throws SQLException {
        for (Tenant tenant : Tenant.values()) {
            sessions.put(tenant, new ShopSession(shop.connect(tenant), tally));
        }
        this.tollbooth = tollbooth;
        this.random = new SplittableRandom(number);
        this.first = number == 0;
        this.nanos = nanos;
    }

    @Override
    public void run() {
        long begin = System.nanoTime();
        Map<Tenant, ShopVisits> visits = new EnumMap<>(Tenant.class);
        sessions.forEach((tenant, session) -> visits.put(tenant, new ShopVisits(session, random)));
        if (first) {
            visits.forEach(this::tour);
        }
        while (System.nanoTime() - begin < nanos) {
            Tenant tenant = chosen(Tenant.values(), Tenant::weight);
            ShopVisits at = visits.get(tenant);
            if (at != null) {
                visit(at, chosen(Visit.values(), visit -> visit.weight(tenant)));
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        close();
    }

    /** Makes every visit of the tenant once, so that each statement runs even on a slow machine or in a short time. */
    private void tour(Tenant tenant, ShopVisits visits) {
        for (Visit visit : Visit.values()) {
            if (visit.weight(tenant) > 0) {
                visit(visits, visit);
            }
        }
    }

    private void visit(ShopVisits visits, Visit visit) {
        try {
            tollbooth.withOrigin(visit.origin(), () -> visits.make(visit));
        } catch (SQLException ignored) {
            // counted where it was thrown; the shop continues
        }
    }

    /** Returns one of {@code all} at random, in proportion to its weight. */
    private <T> T chosen(T[] all, ToIntFunction<T> weight) {
        int at = random.nextInt(Stream.of(all).mapToInt(weight).sum());
        int index = 0;
        while (at >= weight.applyAsInt(all[index])) {
            at -= weight.applyAsInt(all[index]);
            index++;
        }
        return all[index];
    }

    private void close() {
        for (ShopSession session : sessions.values()) {
            try {
                session.close();
            } catch (SQLException ignored) {
                // the database ends with the process
            }
        }
    }
}
