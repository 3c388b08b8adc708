package dev.tollbooth.fleet.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/** The names of a fleet's statements: short texts for people. */
public final class StatementNames {

    private StatementNames() {}

    /**
     * Returns a name for each digest: the summary, or the normalized text if there is no summary.
     *
     * @throws SQLException if DuckDB fails
     */
    public static Map<String, String> of(FleetViews views) throws SQLException {
        Map<String, String> names = new HashMap<>();
        try (Statement statement = views.database().connection().createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT digest, coalesce(nullif(summary, ''), \"text\") AS name FROM texts")) {
            while (rows.next()) {
                names.put(rows.getString("digest"), rows.getString("name"));
            }
        }
        return names;
    }
}
