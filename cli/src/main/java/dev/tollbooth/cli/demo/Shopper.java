package dev.tollbooth.cli.demo;

import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * One thread of the shop's application: visit after visit, at any of the tenants.
 *
 * <p>Not thread-safe: run by one thread.
 */
final class Shopper implements Runnable {

    private static final long PAUSE_NANOS = 300_000;

    private final Map<Tenant, ShopSession> sessions = new EnumMap<>(Tenant.class);
    private final SplittableRandom random;
    private final long endNanos;

    /** Visits until {@link System#nanoTime} reaches {@code endNanos}; {@code number} tells shoppers apart. */
    Shopper(Shop shop, Tally tally, int number, long endNanos) throws SQLException {
        for (Tenant tenant : Tenant.values()) {
            sessions.put(tenant, new ShopSession(shop.connect(tenant), tally));
        }
        this.random = new SplittableRandom(number);
        this.endNanos = endNanos;
    }

    @Override
    public void run() {
        Map<Tenant, ShopVisits> visits = new EnumMap<>(Tenant.class);
        sessions.forEach((tenant, session) -> visits.put(tenant, new ShopVisits(session, random)));
        while (System.nanoTime() - endNanos < 0) {
            Tenant tenant = tenant();
            ShopVisits at = visits.get(tenant);
            try {
                if (at != null) {
                    at.make(visit(tenant));
                }
            } catch (SQLException ignored) {
                // counted where it was thrown; a shop goes on
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        close();
    }

    private Tenant tenant() {
        int at = random.nextInt(10);
        for (Tenant tenant : Tenant.values()) {
            at -= tenant.weight();
            if (at < 0) {
                return tenant;
            }
        }
        return Tenant.ACME;
    }

    private Visit visit(Tenant tenant) {
        int sum = 0;
        for (Visit visit : Visit.values()) {
            sum += visit.weight(tenant);
        }
        int at = random.nextInt(sum);
        for (Visit visit : Visit.values()) {
            at -= visit.weight(tenant);
            if (at < 0) {
                return visit;
            }
        }
        return Visit.BROWSE;
    }

    private void close() {
        for (ShopSession session : sessions.values()) {
            try {
                session.close();
            } catch (SQLException ignored) {
                // the database goes away with the process
            }
        }
    }
}
