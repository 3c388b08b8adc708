package dev.tollbooth.internal.ru.tidb;

import dev.tollbooth.internal.ru.RuReading;

/**
 * A version of TiDB's model of request units, which reads its figures in the JSON of {@code @@tidb_last_query_info}. Two
 * versions are two sources, whose figures can't be added up. Immutable.
 */
final class TidbRuVersion {

    /** Version 1, which TiDB reports as {@code ru_consumption}. */
    static final TidbRuVersion FIRST = new TidbRuVersion(TidbRuSource.NAME, "\"ru_consumption\"");
    /** Version 2, which TiDB reports as {@code ru_v2_consumption}. */
    static final TidbRuVersion SECOND = new TidbRuVersion("tidb-v2", "\"ru_v2_consumption\"");

    // quotes in a JSON string are escaped, so this can only be a name
    private static final String ERROR = "\"error\"";

    /** An upper bound of any statement's cost; a higher figure is rejected. */
    private static final double MAX = 1e15;

    /** The name of the figure in the JSON, in quotes. */
    private final String field;

    /** The source name that marks the figures. */
    private final String mark;

    private final String sampled;
    final RuReading unknown;
    final RuReading off;
    /** The reading of an execution that was not sampled. Sampled readings are scaled up for it. */
    final RuReading notChosen;

    private TidbRuVersion(String mark, String field) {
        this.field = field;
        this.mark = mark;
        this.sampled = mark + "-sampled";
        this.unknown = RuReading.unknown(mark);
        this.off = RuReading.off(mark);
        this.notChosen = RuReading.reported(0, 0, sampled);
    }

    String mark(boolean isSampled) {
        return isSampled ? sampled : mark;
    }

    /**
     * Returns the version of the server that reported {@code json}: the version whose figure is above 0. If both
     * figures are 0, returns this version.
     */
    TidbRuVersion after(String json) {
        return SECOND.consumption(json) > 0 ? SECOND : FIRST.consumption(json) > 0 ? FIRST : this;
    }

    /** Returns whether {@code json} has a field for request units; servers before version 7.6 send none. */
    static boolean hasConsumption(String json) {
        return json.contains(FIRST.field) || json.contains(SECOND.field);
    }

    /** Returns the request units; NaN if they are missing, null, negative, or of a failed statement. */
    double consumption(String json) {
        int name = json.indexOf(field);
        if (name < 0 || failed(json)) {
            return Double.NaN;
        }
        int start = value(json, name + field.length());
        int end = start;
        while (end < json.length() && "+-.0123456789eE".indexOf(json.charAt(end)) >= 0) {
            end++;
        }
        try {
            double ru = Double.parseDouble(json.substring(start, end));
            return ru >= 0 && ru <= MAX ? ru : Double.NaN;
        } catch (NumberFormatException e) {
            return Double.NaN; // null, or no number
        }
    }

    private static boolean failed(String json) {
        int name = json.indexOf(ERROR);
        return name >= 0 && !json.startsWith("\"\"", value(json, name + ERROR.length()));
    }

    /** Returns the index of the value after the colon and the blanks at {@code from}. */
    private static int value(String json, int from) {
        int at = from;
        while (at < json.length() && (json.charAt(at) == ':' || Character.isWhitespace(json.charAt(at)))) {
            at++;
        }
        return at;
    }
}
