package dev.tollbooth.internal.ru.tidb;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.spi.Plan;
import dev.tollbooth.statement.Sha256;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A client that asks a TiDB server on a driver's connection. Each method is a round trip, under the connection's own
 * network timeout.
 *
 * <p>The parameter {@code maxRows} is the limit that the driver has set on the server for the application's statement,
 * 0 for none; another limit would cost two more round trips. As thread-safe as the driver's connection.
 */
final class TidbQuestions {

    private final Connection connection;

    TidbQuestions(Connection connection) {
        this.connection = connection;
    }

    /** Returns the server's own name of the user, such as {@code app@%}. */
    String currentUser() throws SQLException {
        return text("SELECT CURRENT_USER()", 0);
    }

    /** Returns whether the server counts request units, null if unknown. */
    @Nullable
    Boolean countsRequestUnits(int maxRows) throws SQLException {
        String value = text("SELECT @@tidb_enable_resource_control", maxRows);
        return value.isEmpty() ? null : value.equals("1") || value.equalsIgnoreCase("on");
    }

    /** Returns the JSON of the last query's info, which this question overwrites. */
    String lastQueryInfo(int maxRows) throws SQLException {
        return text("SELECT @@tidb_last_query_info", maxRows);
    }

    /** Returns the JSON of the last query's info, with the rows that the statement affected. */
    InfoOfRows lastQueryInfoAndRows() throws SQLException {
        try (Statement question = statement(0);
                ResultSet rows = question.executeQuery("SELECT @@tidb_last_query_info, ROW_COUNT()")) {
            return rows.next() ? new InfoOfRows(orEmpty(rows.getString(1)), rows.getLong(2)) : new InfoOfRows("", 0);
        }
    }

    /**
     * The last query's info and its rows affected.
     *
     * @param json the info
     * @param rows the rows affected by the same statement
     */
    record InfoOfRows(String json, long rows) {}

    /** Returns the plan that the server used recently for a statement, null if it has none. */
    @Nullable
    Plan plan(TextDigest digest, int maxRows) throws SQLException {
        // safe in a text, because a digest is hexadecimal
        try (Statement question = statement(maxRows);
                ResultSet rows = question.executeQuery("SELECT PLAN_DIGEST, PLAN"
                        + " FROM information_schema.statements_summary WHERE DIGEST = '" + digest.hex()
                        + "' AND PLAN_DIGEST <> '' ORDER BY LAST_SEEN DESC LIMIT 1")) {
            if (!rows.next()) {
                return null;
            }
            String hex = orEmpty(rows.getString(1));
            return hex.length() == 2 * Sha256.BYTES
                    ? new Plan(
                            Sha256.of(HexFormat.of().parseHex(hex)),
                            TidbPlanText.normalized(orEmpty(rows.getString(2))))
                    : null;
        }
    }

    private String text(String sql, int maxRows) throws SQLException {
        try (Statement question = statement(maxRows);
                ResultSet rows = question.executeQuery(sql)) {
            return rows.next() ? orEmpty(rows.getString(1)) : "";
        }
    }

    private Statement statement(int maxRows) throws SQLException {
        Statement statement = connection.createStatement();
        try {
            statement.setFetchSize(0); // without a cursor, whatever the URL says
            if (maxRows > 0) {
                statement.setMaxRows(maxRows);
            }
            return statement;
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
