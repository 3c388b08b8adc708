package dev.tollbooth.console.page;

/** The page's sentences about the reasons of drops, sent as data so that the script stays small. */
final class DropSentences {

    private DropSentences() {}

    /** Returns the sentence of a reason; empty for one of a later version. */
    static String of(String reason) {
        return switch (reason) {
            case "DISABLED" -> "collected, and the last consumer left before it was reported";
            case "ENDED_WHILE_OFF" -> "ended after the last consumer had left";
            case "FOLDED" -> "more keys in a second than are kept apart: they count among others, nothing is lost";
            case "QUEUE_FULL" -> "the worker was two batches behind";
            case "SINK_BUSY" -> "a sink was still busy with the last report";
            case "SINK_TIMEOUT" -> "a sink took longer than it may";
            case "SINK_FAILED" -> "a sink failed";
            case "SINK_BACKED_OFF" -> "a sink that failed often was left alone";
            case "SQL_META" -> "texts without room in a report";
            case "PLAN_META" -> "plan texts without room in a report";
            case "FILE_UNWRITABLE" -> "a file could not be written";
            case "UNKNOWN_RU" -> "left out of a stream: no known request units";
            case "RU_OFF" -> "nothing to read request units from";
            case "RU_UNMATCHED" -> "a cost that fits no execution";
            case "PLAN_REFUSED" -> "too many plans were requested";
            case "ORIGIN_NAMES" -> "too many names of origins";
            default -> "";
        };
    }
}
