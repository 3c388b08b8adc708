package dev.tollbooth.internal.ru.postgres;

import java.util.ArrayList;
import java.util.List;

/**
 * The settings with which PostgreSQL's {@code auto_explain} sends each executed plan to the client.
 *
 * <p>Thread-safe: immutable.
 *
 * @param serverVersion the server's major version
 * @param sample the share of executions that are explained, above 0 and up to 1
 */
record AutoExplain(int serverVersion, double sample) {

    private static final int FIRST_WITH_WAL = 13;
    private static final int FIRST_WITH_PARAMETER_LENGTH = 16;

    /** A query for the share of executions with notices under the session's settings; null without notices. */
    static final String ARE_SET = "SELECT CASE WHEN current_setting('auto_explain.log_min_duration', true) = '0'"
            + " AND current_setting('auto_explain.log_level', true) = 'notice'"
            + " AND current_setting('auto_explain.log_format', true) = 'json'"
            + " AND current_setting('auto_explain.log_analyze', true) = 'on'"
            + " AND current_setting('auto_explain.log_buffers', true) = 'on'"
            + " THEN current_setting('auto_explain.sample_rate', true) END,"
            + " current_setting('auto_explain.log_min_duration', true)";

    /** Returns the SQL with which a session switches the notices on, in one string. */
    String session(boolean load) {
        StringBuilder sql = new StringBuilder(load ? "LOAD 'auto_explain'" : "");
        for (String setting : settings()) {
            sql.append(sql.length() == 0 ? "SET " : "; SET ").append(setting);
        }
        return sql.toString();
    }

    /**
     * Returns the SQL with which a superuser switches the notices on for the sessions of {@code user}, in one line to
     * paste.
     */
    String role(String user) {
        String start = "ALTER ROLE \"" + user.replace("\"", "\"\"") + "\" SET ";
        StringBuilder sql = new StringBuilder(start).append("session_preload_libraries = 'auto_explain';");
        for (String setting : settings()) {
            sql.append(' ').append(start).append(setting).append(';');
        }
        return sql.toString();
    }

    private List<String> settings() {
        List<String> all = new ArrayList<>(List.of(
                "auto_explain.log_level = 'notice'", // sends notices to the client, below the default level of server
                // logs
                "auto_explain.log_min_duration = 0",
                "auto_explain.log_analyze = on",
                "auto_explain.log_timing = off",
                "auto_explain.log_buffers = on",
                "auto_explain.log_format = 'json'",
                "auto_explain.log_nested_statements = off",
                "auto_explain.log_verbose = off",
                "auto_explain.log_triggers = off",
                "auto_explain.log_settings = off",
                "auto_explain.sample_rate = " + sample));
        if (serverVersion >= FIRST_WITH_WAL) {
            all.add("auto_explain.log_wal = on");
        }
        if (serverVersion >= FIRST_WITH_PARAMETER_LENGTH) {
            all.add("auto_explain.log_parameter_max_length = 0"); // keeps values out of notices
        }
        return all;
    }
}
