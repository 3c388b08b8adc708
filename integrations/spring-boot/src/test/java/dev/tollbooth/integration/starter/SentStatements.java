package dev.tollbooth.integration.starter;

import java.util.UUID;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/** A sequence of statements by JdbcTemplate, one execution each, with their number. */
final class SentStatements {

    private final JdbcTemplate jdbc;
    private final String schema = "s" + UUID.randomUUID().toString().replace("-", "");
    private int sent;

    SentStatements(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Creates a table, fills it, reads it, and fails once; returns the number of executions. */
    int run() {
        String table = schema + ".parcel";
        execute("CREATE SCHEMA " + schema);
        execute("CREATE TABLE " + table + " (id INT PRIMARY KEY, grams INT)");
        for (int i = 0; i < 20; i++) {
            sent++;
            jdbc.update("INSERT INTO " + table + " VALUES (?, ?)", i, 100 * i);
        }
        for (int i = 0; i < 10; i++) {
            sent++;
            jdbc.queryForList("SELECT grams FROM " + table + " WHERE id < ?", Integer.class, i);
        }
        try {
            execute("INSERT INTO " + table + " VALUES (1, 1)");
            throw new IllegalStateException("inserted a key twice");
        } catch (DataAccessException expected) {
            // counted, because it was sent
        }
        return sent;
    }

    private void execute(String sql) {
        sent++;
        jdbc.execute(sql);
    }
}
