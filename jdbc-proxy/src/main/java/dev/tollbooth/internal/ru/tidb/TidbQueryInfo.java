package dev.tollbooth.internal.ru.tidb;

/** A parser that reads the JSON of {@code @@tidb_last_query_info}. */
final class TidbQueryInfo {

    // quotes in a JSON string are escaped, so these can only be names
    private static final String CONSUMPTION = "\"ru_consumption\"";
    private static final String CONSUMPTION_V2 = "\"ru_v2_consumption\"";
    private static final String ERROR = "\"error\"";
    /** An upper bound of any statement's cost; a higher figure is rejected. */
    private static final double MAX = 1e15;

    private TidbQueryInfo() {}

    /** Returns whether {@code json} has a field for request units; servers before version 7.6 send none. */
    static boolean hasConsumption(String json) {
        return json.contains(CONSUMPTION) || json.contains(CONSUMPTION_V2);
    }

    /** Returns the request units; NaN if they are missing, null, negative, or of a failed statement. */
    static double consumption(String json) {
        return number(json, CONSUMPTION);
    }

    /**
     * Returns the request units by the second version of TiDB's model; a server with the first version reports 0 or
     * nothing.
     */
    static double consumptionV2(String json) {
        return number(json, CONSUMPTION_V2);
    }

    private static double number(String json, String field) {
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
