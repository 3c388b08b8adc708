package dev.tollbooth.internal.postgres;

import dev.tollbooth.internal.postgres.catalog.Catalog;
import dev.tollbooth.internal.postgres.catalog.CatalogColumn;
import dev.tollbooth.internal.postgres.catalog.CatalogQuestion;
import dev.tollbooth.internal.postgres.sql.PlannedStatement;
import dev.tollbooth.internal.postgres.sql.PlannedStatement.Kind;
import dev.tollbooth.internal.postgres.sql.StatementFilter;
import dev.tollbooth.internal.postgres.wire.H2Errors;
import dev.tollbooth.internal.postgres.wire.PostgresException;
import dev.tollbooth.internal.postgres.wire.PostgresType;
import dev.tollbooth.internal.postgres.wire.WireWriter;
import dev.tollbooth.internal.time.Ticker;
import java.io.IOException;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;

/** A runner of a session's statements. It has a connection to the tables for each open result. Not thread-safe. */
final class QueryRunner {

    private static final short[] AS_TEXT = {};

    private final TableConnection.Source source;
    private final String user;
    private final PortLimits limits;
    private final QueryMeter meter;
    private final HeapRoom room;
    private final Ticker ticker;
    private final Deque<TableConnection> idle = new ArrayDeque<>();
    private int open; // results

    QueryRunner(
            TableConnection.Source source,
            String user,
            PortLimits limits,
            QueryMeter meter,
            HeapRoom room,
            Ticker ticker) {
        this.source = source;
        this.user = user;
        this.limits = limits;
        this.meter = meter;
        this.room = room;
        this.ticker = ticker;
    }

    /** A task that uses a connection. */
    @FunctionalInterface
    private interface Work<T> {
        T on(TableConnection connection) throws SQLException, IOException, PostgresException;
    }

    Portal open(PlannedStatement plan, ParameterValues values) throws IOException, PostgresException {
        TableConnection connection = connect();
        try {
            Portal portal = metered(connection, of -> Portal.open(plan, of, limits, values));
            open++;
            return portal;
        } catch (PostgresException e) {
            idle.push(connection);
            if (open == 0) {
                meter.release();
            }
            throw e;
        }
    }

    /**
     * Returns the answer to a query of the catalog, as a query of constants. One answer is made at a time, because its
     * rows are in memory; other sessions wait for up to two seconds.
     */
    PlannedStatement answer(PlannedStatement plan, ParameterValues values, SessionSettings settings)
            throws IOException, PostgresException {
        CatalogQuestion question = StatementFilter.question(plan);
        TableConnection connection = connect();
        try {
            return metered(connection, of -> {
                Catalog catalog = new Catalog(CatalogColumn.read(of.jdbc()), settings.all(), settings.user());
                room.beginAnswer();
                try {
                    String sql = question.answer(catalog, values.all(), meter::rowRead);
                    return PlannedStatement.of(Kind.ROWS, plan.tag(), sql);
                } finally {
                    room.endAnswer();
                }
            });
        } finally {
            idle.push(connection);
            if (open == 0) {
                meter.release(); // its rows are garbage now
            }
        }
    }

    void execute(Portal portal, WireWriter out, short[] formats, int most, boolean fetch)
            throws IOException, PostgresException {
        metered(portal.connection(), of -> {
            portal.execute(out, formats, most, fetch);
            return portal;
        });
    }

    /** Closes {@code portal}, and keeps its connection for another one. */
    void close(Portal portal) {
        portal.close();
        idle.push(portal.connection());
        if (--open == 0) {
            meter.release();
        }
    }

    /**
     * Describes a statement's parameters and columns. Returns the types of all parameters; {@code types} has the
     * types that are already known, {@code all} of them for an answer of the catalog.
     */
    int[] describe(PlannedStatement plan, int[] types, boolean all, WireWriter out)
            throws IOException, PostgresException {
        TableConnection connection = connect();
        try {
            return metered(connection, of -> {
                try (PreparedStatement statement = of.jdbc().prepareStatement(plan.text())) {
                    int[] known = all ? types : types(statement.getParameterMetaData(), types);
                    out.parameterTypes(known);
                    if (plan.kind() == Kind.ROWS) {
                        ResultColumns.of(statement.getMetaData(), plan.columns())
                                .describe(out, AS_TEXT);
                    } else {
                        out.begin('n').end();
                    }
                    return known;
                }
            });
        } finally {
            idle.push(connection);
        }
    }

    private static int[] types(ParameterMetaData data, int[] given) throws SQLException {
        int[] types = new int[data.getParameterCount()];
        for (int i = 0; i < types.length; i++) {
            boolean known = i < given.length && given[i] != PostgresType.UNKNOWN_OID;
            types[i] = known
                    ? given[i]
                    : PostgresType.ofJdbc(data.getParameterType(i + 1)).oid();
        }
        return types;
    }

    private TableConnection connect() throws PostgresException {
        TableConnection known = idle.poll();
        try {
            return known == null ? source.connect(user) : known;
        } catch (SQLException e) {
            throw PostgresException.fatal("57P01", "the tables are closed");
        }
    }

    private <T> T metered(TableConnection connection, Work<T> work) throws IOException, PostgresException {
        meter.begin(connection, ticker.nanoTime());
        try {
            T result = work.on(connection);
            QueryMeter.Stop stop = meter.end();
            if (stop != null && meter.isAborted()) {
                throw stop.error(true); // too late to reuse the result
            }
            return result;
        } catch (SQLException e) {
            QueryMeter.Stop stop = meter.end();
            throw stop == null ? H2Errors.of(e) : stop.error(meter.isAborted());
        } catch (PostgresException e) {
            QueryMeter.Stop stop = meter.end();
            throw stop == null ? e : stop.error(meter.isAborted());
        } catch (StackOverflowError e) {
            throw PostgresException.fatal(PostgresException.TOO_COMPLEX, "statement too complex: simplify it");
        } finally {
            meter.end();
        }
    }

    /** Closes the connections that no portal uses. */
    void close() {
        for (TableConnection connection : idle) {
            try {
                connection.close();
            } catch (SQLException e) {
                // the connection is in this JVM and holds no outside resources
            }
        }
        idle.clear();
    }
}
