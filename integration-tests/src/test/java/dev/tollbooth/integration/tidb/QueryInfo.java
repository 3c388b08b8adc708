package dev.tollbooth.integration.tidb;

/**
 * The value of {@code @@tidb_last_query_info}.
 *
 * @param startTs the transaction's timestamp
 * @param ru request units of the statement
 * @param error the statement's error, empty if it had none
 */
record QueryInfo(long startTs, double ru, String error) {
    /** The value in a session without an earlier statement. */
    static final QueryInfo NONE = new QueryInfo(0, 0, "");

    /** Returns the JSON as a server of this model tells it. */
    String json(TidbModel model) {
        return "{\"txn_scope\":\"" + (startTs == 0 ? "" : "global") + "\",\"start_ts\":" + startTs
                + ",\"for_update_ts\":" + startTs
                + (model == TidbModel.NONE ? "" : ",\"ru_consumption\":" + number(model == TidbModel.V2 ? 0 : ru))
                + switch (model) {
                    case NONE, V1 -> "";
                    case V1_OF_TWO -> ",\"ru_v2_consumption\":0";
                    case V2 -> ",\"ru_v2_consumption\":" + number(RuPrice.V2_OF_V1 * ru);
                }
                + (error.isEmpty() ? "" : ",\"error\":\"" + error.replace("\"", "\\\"") + "\"") + "}";
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
