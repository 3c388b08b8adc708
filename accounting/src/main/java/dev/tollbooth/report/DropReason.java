package dev.tollbooth.report;

/** The reason why figures did not reach a report or its consumer. Every loss has a reason and a counter. */
public enum DropReason {
    /** No consumer wanted request units when the figures were collected, or when they were reported. */
    DISABLED,
    /** An execution ended after the last consumer had left. */
    ENDED_WHILE_OFF,
    /**
     * A second had more keys than the limit. The cheapest keys were added to the others, so no request units are lost.
     */
    FOLDED,
    /** The worker was two batches behind, and the next batch could not be merged. */
    QUEUE_FULL,
    /** A sink was still busy with an earlier report. */
    SINK_BUSY,
    /** A sink exceeded its time limit. */
    SINK_TIMEOUT,
    /** A sink threw. */
    SINK_FAILED,
    /** A sink failed repeatedly and was being skipped. */
    SINK_BACKED_OFF,
    /**
     * A report lacks an SQL text: the report already had the most texts that it may hold, or the text was no longer
     * kept.
     */
    SQL_META,
    /**
     * A report lacks a plan's text: the report already had the most texts that it may hold, or the text was no longer
     * kept.
     */
    PLAN_META,
    /** A report could not be written to its file, and too many reports were already waiting. */
    FILE_UNWRITABLE,
    /** A record has no known request units, and the stream's format can't express that. */
    UNKNOWN_RU,
    /** A key had no request units to read. It has no record of request units, but the statement figures count it. */
    RU_OFF,
    /** A server's notice of a cost fits no execution, such as the cost of a COPY or of the driver's own query. */
    RU_UNMATCHED,
    /** A statement's plan was not requested, because the interval already had too many requests. */
    PLAN_REFUSED,
    /** A scope named an origin beyond the 1,000 names that are kept. Its executions count among the other origins. */
    ORIGIN_NAMES
}
