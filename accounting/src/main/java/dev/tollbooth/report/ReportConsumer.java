package dev.tollbooth.report;

/**
 * Takes reports, on a thread of its own: it may be slow or throw without harm to others or to the application.
 */
@FunctionalInterface
public interface ReportConsumer {

    /**
     * Takes one report. It has 40 seconds; one that comes meanwhile waits, a second one is dropped and counted.
     *
     * @param report of one window, immutable; it may be kept
     * @throws Exception what goes wrong: counted, and after five in a row the consumer is left alone for a while
     */
    void accept(Report report) throws Exception;
}
