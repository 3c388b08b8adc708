package dev.tollbooth.fleet.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/** Readable names of statements. */
public final class StatementNames {

    private StatementNames() {}

    /**
     * Returns the names by digest: the summary, or the text if there is none.
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
