package dev.tollbooth.integration.tidb;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One session of the replacement for TiDB, which runs statements in the database behind it and stores what TiDB stores
 * about the last one.
 *
 * <p>Not thread-safe: used by the thread of its connection.
 */
final class TidbSession {
    private static final Pattern ASSIGNMENT = Pattern.compile(
            "(?:@@)?(?:session[. ])?(autocommit|sql_select_limit)\\s*:?=\\s*(\\w+)", Pattern.CASE_INSENSITIVE);

    private final TidbServer server;
    private final Connection behind;
    private final ServerFunctions functions = new ServerFunctions(this);

    String database = "";
    private QueryInfo info = QueryInfo.NONE;
    private boolean autoCommit = true;
    private boolean begun;
    private double costAtCommit;
    private long selectLimit = Long.MAX_VALUE;
    private long rowCount = -1;
    private long foundRows;
    private long lastInsertId;
    private List<String> warnings = List.of();
    private boolean showing;

    TidbSession(TidbServer server, Connection behind) {
        this.server = server;
        this.behind = behind;
    }

    boolean isAutoCommit() {
        return autoCommit;
    }

    boolean isInTransaction() {
        return begun;
    }

    /** Returns the warnings that an answer's end tells of: that of SHOW WARNINGS none, though they are still there. */
    int warningCount() {
        return showing ? 0 : warnings.size();
    }

    /** Returns the columns of a statement that is being prepared; none if it has no rows. */
    List<Column> columns(String sql) throws SQLException {
        if (ServerFunctions.isQuestion(sql)) {
            return functions.answer(sql, () -> {}) instanceof Answer.Rows rows ? rows.columns() : List.of();
        }
        return Storage.columns(behind, sql);
    }

    int parameters(String sql) throws SQLException {
        return Storage.parameters(behind, sql);
    }

    /** Runs one statement. */
    Answer run(String sql, List<@Nullable Object> parameters) {
        TidbBehaviour kind = TidbBehaviour.of(StatementText.firstWord(sql));
        server.received(sql);
        showing = kind == TidbBehaviour.SHOW;
        if (kind == TidbBehaviour.SHOW) {
            return show(sql);
        }
        if (ServerFunctions.isQuestion(sql)) {
            // answered first: what it asks of is the statement before it
            return functions.answer(sql, () -> {
                warnings = List.of();
                readRows(sql, RuPrice.QUESTION, 1, 1);
            });
        }
        warnings = List.of();
        try {
            return switch (kind) {
                case SET -> set(sql);
                case BEGIN -> begin(sql);
                case COMMIT, ROLLBACK -> end(sql, kind == TidbBehaviour.COMMIT);
                case USE -> use(sql);
                default -> runBehind(sql, parameters, kind);
            };
        } catch (SQLException e) {
            return failed(sql, kind, e);
        }
    }

    private Answer runBehind(String sql, List<@Nullable Object> parameters, TidbBehaviour kind) throws SQLException {
        if (!autoCommit && kind.writesInfo) {
            begun = true;
        }
        String translated =
                Storage.translated(kind == TidbBehaviour.EXPLAIN ? sql.replaceFirst("(?i)^DESC\\w*", "EXPLAIN") : sql);
        try (PreparedStatement statement = behind.prepareStatement(translated, Statement.RETURN_GENERATED_KEYS)) {
            for (int i = 0; i < parameters.size(); i++) {
                statement.setObject(i + 1, parameters.get(i));
            }
            if (statement.execute()) {
                try (ResultSet rows = statement.getResultSet()) {
                    return rows(sql, kind, rows);
                }
            }
            return written(sql, kind, statement.getUpdateCount(), Storage.key(statement));
        }
    }

    private Answer rows(String sql, TidbBehaviour kind, ResultSet from) throws SQLException {
        List<Column> columns = Storage.columns(from.getMetaData());
        List<@Nullable Object[]> rows = new ArrayList<>();
        while (from.next() && rows.size() < selectLimit) {
            @Nullable Object[] row = new @Nullable Object[columns.size()];
            for (int i = 0; i < row.length; i++) {
                row[i] = from.getObject(i + 1);
            }
            rows.add(row);
        }
        long found = sql.toUpperCase(Locale.ROOT).contains("SQL_CALC_FOUND_ROWS")
                ? Storage.countWithoutLimit(behind, sql)
                : rows.size();
        double cost = kind.writesInfo ? RuPrice.ofReading(rows.size()) : 0;
        return new Answer.Rows(columns, rows, () -> {
            if (kind.writesInfo) {
                readRows(sql, cost, rows.size(), found);
            }
        });
    }

    /** The last row of a statement has left. */
    private void readRows(String sql, double cost, long rows, long found) {
        rowCount = -1;
        foundRows = found;
        info = new QueryInfo(server.nextTimestamp(), server.counted(cost), "");
        server.spent(sql, cost, database, rows);
    }

    private Answer written(String sql, TidbBehaviour kind, long affected, long key) {
        rowCount = affected;
        foundRows = 0;
        if (key != 0) {
            lastInsertId = key;
        }
        if (sql.toUpperCase(Locale.ROOT).startsWith("INSERT IGNORE") && affected == 0) {
            warnings = List.of("Duplicate entry for key 'PRIMARY'");
        }
        if (kind.writesInfo) {
            double cost = RuPrice.ofWriting(affected);
            if (begun) {
                costAtCommit += cost;
                cost = RuPrice.LOCKING;
            }
            info = new QueryInfo(server.nextTimestamp(), server.counted(cost), "");
            server.spent(sql, cost, database, affected);
        } else if (kind == TidbBehaviour.DDL) {
            begun = false;
        }
        return new Answer.Done(affected, key);
    }

    private Answer failed(String sql, TidbBehaviour kind, SQLException e) {
        rowCount = -1;
        boolean ran = "23505".equals(e.getSQLState());
        String message = ran ? "Duplicate entry for key 'PRIMARY'" : "not run by the stand-in: " + e.getMessage();
        if (ran && kind.writesInfo) {
            info = new QueryInfo(server.nextTimestamp(), server.counted(RuPrice.LOCKING), message);
            server.spent(sql, RuPrice.LOCKING, database, 0);
        }
        warnings = List.of(message);
        return switch (String.valueOf(e.getSQLState())) {
            case "23505" -> new Answer.Failed(1062, "23000", message);
            case "42S02", "42S03", "42S04" -> new Answer.Failed(1146, "42S02", message);
            case "42000", "42001" -> new Answer.Failed(1064, "42000", message);
            default -> new Answer.Failed(1105, "HY000", message);
        };
    }

    /** SHOW keeps the warnings that it shows, and writes the info as every statement of its kind. */
    private Answer show(String sql) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        boolean ofWarnings = sql.toUpperCase(Locale.ROOT).matches("SHOW\\s+WARNINGS.*");
        if (ofWarnings) {
            warnings.forEach(text -> rows.add(new @Nullable Object[] {"Warning", 1062, text}));
        } else {
            warnings = List.of();
        }
        List<Column> columns = List.of(
                new Column(ofWarnings ? "Level" : "Variable_name", Column.VAR_STRING),
                new Column(ofWarnings ? "Code" : "Value", ofWarnings ? Column.LONG : Column.VAR_STRING),
                new Column("Message", Column.VAR_STRING));
        return new Answer.Rows(columns, rows, () -> readRows(sql, RuPrice.SHOW, rows.size(), rows.size()));
    }

    private Answer set(String sql) throws SQLException {
        Matcher assignment = ASSIGNMENT.matcher(sql);
        while (assignment.find()) {
            String value = assignment.group(2).toLowerCase(Locale.ROOT);
            if (assignment.group(1).equalsIgnoreCase("autocommit")) {
                boolean on = value.equals("1") || value.equals("on") || value.equals("true");
                if (on && begun) {
                    end("COMMIT", true);
                }
                autoCommit = on;
                behind.setAutoCommit(on);
            } else {
                selectLimit = value.equals("default") ? Long.MAX_VALUE : Long.parseLong(value);
            }
        }
        return done();
    }

    private Answer begin(String sql) throws SQLException {
        end(sql, true);
        behind.setAutoCommit(false);
        begun = true;
        return done();
    }

    /** The commit pays for what the transaction wrote; nobody is told. */
    private Answer end(String sql, boolean commit) throws SQLException {
        if (begun) {
            if (commit) {
                behind.commit();
            } else {
                behind.rollback();
            }
            server.spent(sql, commit ? costAtCommit : 0, database, 0);
        }
        begun = false;
        costAtCommit = 0;
        behind.setAutoCommit(autoCommit);
        return done();
    }

    private Answer use(String sql) {
        database = StatementText.wordAfter(sql, "USE");
        return done();
    }

    private Answer done() {
        rowCount = 0;
        return new Answer.Done(0, 0);
    }

    /**
     * Returns the value of one of the functions that tell of the statement before, or of the session; null if it is
     * none.
     */
    @Nullable
    Object function(String name) {
        return switch (name) {
            case "current_user" -> "app@%";
            case "user" -> "app@127.0.0.1";
            case "database", "schema" -> database;
            case "version" -> ServerFunctions.VERSION;
            case "row_count" -> rowCount;
            case "found_rows" -> foundRows;
            case "last_insert_id" -> lastInsertId;
            default -> null;
        };
    }

    /** Returns the value of a variable that is of the session or server, null if it is none. */
    @Nullable
    Object variable(String name) {
        return switch (name) {
            case "tidb_last_query_info" -> info.json(server.model());
            case "tidb_enable_resource_control" -> server.isResourceControlOn() ? 1L : 0L;
            case "autocommit" -> autoCommit ? 1L : 0L;
            case "warning_count" -> (long) warnings.size();
            default -> null;
        };
    }
}
