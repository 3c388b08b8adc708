package dev.tollbooth.internal.ru.postgres;

import dev.tollbooth.internal.control.Log;
import dev.tollbooth.internal.ru.InternalRuReader;
import dev.tollbooth.internal.ru.InternalRuSource;
import dev.tollbooth.internal.ru.SourceConnection;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A source that reads request units and plans from the notices of PostgreSQL's {@code auto_explain}, which come with a
 * statement's response.
 *
 * <p>If {@code ru.source} names this source, it makes the session send notices, if the user may. Otherwise it reads the
 * notices that come anyway. Thread-safe.
 */
public final class PostgresRuSource implements InternalRuSource {

    /** The value of {@code ru.source}, which also marks the figures. */
    public static final String NAME = "postgres";

    private static final String MAY_NOT = "42501";
    private static final int MOST_USERS = 1_000;

    /** The way in which a user's sessions get the notices. */
    private enum Way {
        LOAD_AND_SET,
        SET,
        /** The session can't switch them on; the role's own settings may have done so. */
        NOTHING
    }

    private final Map<String, Way> ways = new ConcurrentHashMap<>();
    private final KnownPlans plans = new KnownPlans();
    private final AtomicBoolean silenceSaid = new AtomicBoolean();

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean isPassive() {
        return true;
    }

    @Override
    public long heldBytes() {
        return plans.bytes();
    }

    @Override
    public @Nullable InternalRuReader open(SourceConnection from) throws SQLException {
        if (!from.product().equals("PostgreSQL") || !from.warningsAreLocal()) {
            return null;
        }
        double sample = from.options().sample();
        if (!from.options().source().equals(NAME)) {
            return new PostgresRuReader(from, sample, plans, false, false, this);
        }
        double told = ask(from, sample);
        return new PostgresRuReader(from, told > 0 ? told : sample, plans, true, told > 0, this);
    }

    /** Makes the session send notices; returns the share of executions with notices, 0 for none. */
    private double ask(SourceConnection from, double sample) throws SQLException {
        Connection connection = from.connection();
        if (!connection.getAutoCommit()) {
            // an open transaction could roll the settings back
            say(
                    from,
                    "connections come without autocommit, so that nothing can be set in their sessions;"
                            + " put jdbc:tollbooth: into the URL below the pool, or run as a superuser: "
                            + explain(from, sample).role(from.user()));
            return 0;
        }
        AutoExplain explain = explain(from, sample);
        Way way = ways.getOrDefault(from.user(), Way.LOAD_AND_SET);
        try (Statement statement = connection.createStatement()) {
            if (way != Way.NOTHING) {
                try {
                    statement.execute(explain.session(way == Way.LOAD_AND_SET));
                    return sample;
                } catch (SQLException refused) {
                    if (!MAY_NOT.equals(refused.getSQLState())) {
                        throw refused;
                    }
                }
            }
            return way == Way.LOAD_AND_SET ? askOtherwise(from, explain, statement) : 0;
        }
    }

    /**
     * Switches the notices on without loading the library, which the settings of the user's role may have loaded.
     * Returns the share of executions with notices, 0 for none.
     */
    private double askOtherwise(SourceConnection from, AutoExplain explain, Statement statement) throws SQLException {
        String loaded;
        try (ResultSet row = statement.executeQuery(AutoExplain.ARE_SET)) {
            row.next();
            String rate = row.getString(1);
            if (rate != null) {
                know(from, Way.NOTHING);
                return Double.parseDouble(rate);
            }
            loaded = row.getString(2);
        }
        if (loaded != null) {
            try {
                statement.execute(explain.session(false));
                know(from, Way.SET);
                return explain.sample();
            } catch (SQLException refused) {
                if (!MAY_NOT.equals(refused.getSQLState())) {
                    throw refused;
                }
            }
        }
        know(from, Way.NOTHING);
        say(
                from,
                "this user may not load or set auto_explain, so that request units are estimated;"
                        + " run as a superuser, then reconnect: " + explain.role(from.user()));
        return 0;
    }

    private void know(SourceConnection from, Way way) {
        if (ways.size() < MOST_USERS) {
            ways.put(from.user(), way);
        }
    }

    private static AutoExplain explain(SourceConnection from, double sample) throws SQLException {
        return new AutoExplain(from.connection().getMetaData().getDatabaseMajorVersion(), sample);
    }

    private void say(SourceConnection from, String what) {
        Log.warning("no notices of auto_explain: tollbooth.ru.source=postgres, user=" + from.user() + "; " + what);
    }

    /** Logs once that a connection's notices have ceased, after {@code executions} without one. */
    void silent(int executions) {
        if (silenceSaid.compareAndSet(false, true)) {
            Log.warning("no notice of auto_explain: executions=" + executions
                    + ", their request units are unknown; look for DISCARD ALL, RESET ALL, a changed"
                    + " client_min_messages, or a pooler in transaction mode");
        }
    }

    /**
     * The settings with which PostgreSQL's {@code auto_explain} sends each executed plan to the client.
     *
     * <p>Thread-safe: immutable.
     *
     * @param serverVersion the server's major version
     * @param sample the share of executions that are explained, above 0 and up to 1
     */
    private record AutoExplain(int serverVersion, double sample) {

        private static final int FIRST_WITH_WAL = 13;
        private static final int FIRST_WITH_PARAMETER_LENGTH = 16;

        /**
         * A query for two values: the share of executions with notices, null if the session's settings send none; and a
         * setting of the library, null if the library is not loaded.
         */
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
         * Returns the SQL with which a superuser switches the notices on for the sessions of {@code user}, in one line
         * to paste.
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
                    "auto_explain.log_level = 'notice'", // sends notices to the client, below the default level of
                    // server
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
}
