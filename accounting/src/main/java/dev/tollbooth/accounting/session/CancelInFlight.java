package dev.tollbooth.accounting.session;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Stands in a session's slot in place of an execution while a cancel is sent to it, so that its end waits and the
 * cancel can't hit the statement after it.
 */
final class CancelInFlight {

    private static final long TIMEOUT_SECONDS = 2;

    final Execution execution;
    private final CountDownLatch sent = new CountDownLatch(1);

    CancelInFlight(Execution execution) {
        this.execution = execution;
    }

    void sent() {
        sent.countDown();
    }

    /** Waits until the cancel was sent, at most two seconds; an interrupt is kept for the application. */
    void await() {
        boolean interrupted = false;
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        while (true) {
            try {
                sent.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
