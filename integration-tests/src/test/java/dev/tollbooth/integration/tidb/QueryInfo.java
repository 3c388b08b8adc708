package dev.tollbooth.integration.tidb;

/**
 * What {@code @@tidb_last_query_info} answers.
 *
 * @param startTs the transaction's timestamp
 * @param ru request units of the statement
 * @param error what it failed with, empty if it did not
 */
record QueryInfo(long startTs, double ru, String error) {
    /** Of a session that has run nothing yet. */
    static final QueryInfo NONE = new QueryInfo(0, 0, "");

    /** Returns the JSON; before 7.6 without request units. */
    String json(boolean withConsumption) {
        return "{\"txn_scope\":\"" + (startTs == 0 ? "" : "global") + "\",\"start_ts\":" + startTs
                + ",\"for_update_ts\":" + startTs
                + (withConsumption ? ",\"ru_consumption\":" + number(ru) : "")
                + (error.isEmpty() ? "" : ",\"error\":\"" + error.replace("\"", "\\\"") + "\"") + "}";
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
