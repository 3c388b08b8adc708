package dev.tollbooth.internal.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A subscription that is being closed.
 *
 * @param patienceNanos the nanoseconds that the sink may take, from the moment when the close of all subscriptions
 *     begins
 */
record Ending(Subscription subscription, long patienceNanos) {

    /**
     * Ends all subscriptions one after the other, those with the shortest time first. The sinks work at the same time,
     * so the times of all sinks begin when this method begins.
     */
    static void all(List<Subscription> subscriptions, boolean exiting) {
        List<Ending> endings = new ArrayList<>();
        for (Subscription subscription : subscriptions) {
            endings.add(new Ending(subscription, subscription.sink().patienceNanos(exiting)));
        }
        endings.sort(Comparator.comparingLong(Ending::patienceNanos));
        long start = System.nanoTime();
        for (Ending ending : endings) {
            ending.subscription.end();
            ending.subscription.sink().close(ending.patienceNanos - (System.nanoTime() - start));
        }
    }
}
