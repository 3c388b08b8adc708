package dev.tollbooth.report;

/**
 * A consumer of reports. Each consumer has a thread of its own, so a slow or failing consumer harms neither others nor
 * the application.
 */
@FunctionalInterface
public interface ReportConsumer {

    /**
     * Receives one report, and has to return within 40 seconds. Meanwhile one more report may wait; a second one is
     * dropped and counted.
     *
     * @param report the immutable report of one window; it may be kept
     * @throws Exception if the consumer fails. The failure is counted, and after five failures in a row the consumer is
     *     skipped for a while
     */
    void accept(Report report) throws Exception;
}
