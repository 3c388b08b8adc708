package dev.tollbooth.report;

/** Why figures did not come to a report or to its consumer: every loss has one, and a counter. */
public enum DropReason {
    /** The last consumer left: what was collected and not yet reported. */
    DISABLED,
    /** An execution ended after the last consumer had left. */
    ENDED_WHILE_OFF,
    /** More keys in one second than are kept apart: the cheapest ones went to others, which lose nothing. */
    FOLDED,
    /** The worker was two batches behind and the next could not be merged. */
    QUEUE_FULL,
    /** A sink had not yet taken the report before. */
    SINK_BUSY,
    /** A sink took longer than it may. */
    SINK_TIMEOUT,
    /** A sink threw. */
    SINK_FAILED,
    /** A sink that had failed again and again was being left alone. */
    SINK_BACKED_OFF,
    /** More SQL texts than a report may hold, or the text is gone. */
    SQL_META,
    /** More plan texts than a report may hold, or the text is gone. */
    PLAN_META,
    /** A report could not be written to its file, and too many waited already. */
    FILE_UNWRITABLE,
    /** A record without any known request units, left out of a stream that has no word for that. */
    UNKNOWN_RU,
    /** A key that had nothing to read request units from: no record of request units, while statements count it. */
    RU_OFF,
    /** A server's notice of a cost that fits no execution, such as that of a COPY or of the driver's own question. */
    RU_UNMATCHED,
    /** A statement whose plan was not asked about: too many others were, within the interval. */
    PLAN_REFUSED,
    /** A scope named an origin beyond the 1,000 names that are kept: what it executed is among the other origins. */
    ORIGIN_NAMES
}
