package dev.tollbooth.console.page;

/** The page's sentences about the reasons of drops, sent as data so that the script stays small. */
final class DropSentences {

    private DropSentences() {}

    /** Returns the sentence of a reason; empty for an unknown reason, such as one of a later version. */
    static String of(String reason) {
        return switch (reason) {
            case "DISABLED" -> "figures since the last report, when the last consumer left";
            case "ENDED_WHILE_OFF" -> "executions that ended after the last consumer had left";
            case "FOLDED" -> "too many users and statements in one second: the cheapest ones count as others";
            case "QUEUE_FULL" -> "figures of one second: the worker thread was two seconds late";
            case "SINK_BUSY" -> "a sink was still busy with the last report";
            case "SINK_TIMEOUT" -> "a sink took more than 40 seconds";
            case "SINK_FAILED" -> "a sink failed";
            case "SINK_BACKED_OFF" -> "a sink had failed five times in a row";
            case "SQL_META" -> "texts of statements without room in a report";
            case "PLAN_META" -> "texts of plans without room in a report";
            case "FILE_UNWRITABLE" -> "a report file could not be written";
            case "UNKNOWN_RU" -> "records without known request units, left out of a stream";
            case "RU_OFF" -> "the server's own accounting is off";
            case "RU_UNMATCHED" -> "a reported cost of no known execution";
            case "PLAN_REFUSED" -> "too many statements to ask for their plans";
            case "ORIGIN_NAMES" -> "more than 1,000 names of origins";
            default -> "";
        };
    }
}
