package dev.tollbooth.internal.postgres;

import dev.tollbooth.internal.postgres.sql.PlannedStatement;
import dev.tollbooth.internal.postgres.sql.PlannedStatement.Kind;
import dev.tollbooth.internal.postgres.wire.PostgresException;
import dev.tollbooth.internal.postgres.wire.WireWriter;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A statement of H2 with its parameters and its result, which a client can read in parts. Not thread-safe. */
final class Portal {

    private final PlannedStatement plan;
    private final TableConnection connection;
    private final PortLimits limits;
    private final PreparedStatement statement;
    private @Nullable ResultColumns columns;
    private @Nullable ResultSet rows;
    private long sent;
    private long sentBytes;
    private boolean done;

    private Portal(PlannedStatement plan, TableConnection connection, PortLimits limits, PreparedStatement statement) {
        this.plan = plan;
        this.connection = connection;
        this.limits = limits;
        this.statement = statement;
    }

    static Portal open(PlannedStatement plan, TableConnection connection, PortLimits limits, ParameterValues values)
            throws SQLException, PostgresException {
        PreparedStatement statement = connection.jdbc().prepareStatement(plan.text());
        try {
            values.set(statement);
            Portal portal = new Portal(plan, connection, limits, statement);
            if (plan.kind() == Kind.ROWS) {
                portal.columns = ResultColumns.of(statement.getMetaData(), plan.columns());
            }
            return portal;
        } catch (SQLException | PostgresException | RuntimeException e) {
            statement.close();
            throw e;
        }
    }

    TableConnection connection() {
        return connection;
    }

    /** Returns whether the result was opened and not read to its end. */
    boolean isSuspended() {
        return rows != null && !done;
    }

    /** Rejects formats if their number is neither 0, 1 nor the number of columns. */
    void check(short[] formats) throws PostgresException {
        if (columns != null) {
            columns.check(formats);
        }
    }

    void describe(WireWriter out, short[] formats) throws IOException {
        if (columns == null) {
            out.begin('n').end();
        } else {
            columns.describe(out, formats);
        }
    }

    /**
     * Executes the statement, or continues to read its result. Sends at most {@code most} rows; 0 means all. With
     * {@code fetch}, the client's FETCH is complete after these rows.
     */
    void execute(WireWriter out, short[] formats, int most, boolean fetch)
            throws SQLException, IOException, PostgresException {
        if (columns == null) {
            statement.executeUpdate();
            out.complete(plan.tag());
            done = true;
            return;
        }
        if (rows == null) {
            rows = statement.executeQuery();
        }
        long before = sent;
        while (!done && (most <= 0 || sent - before < most)) {
            if (rows.next()) {
                row(columns, rows, out, formats);
            } else {
                done = true;
            }
        }
        if (fetch) {
            out.complete("FETCH " + (sent - before));
        } else if (done) {
            out.complete(plan.tag().equals("SELECT") ? "SELECT " + (sent - before) : plan.tag());
        } else {
            out.begin('s').end();
        }
    }

    private void row(ResultColumns of, ResultSet from, WireWriter out, short[] formats)
            throws SQLException, IOException, PostgresException {
        long before = out.written();
        of.row(from, out, formats);
        sentBytes += out.written() - before;
        if (++sent > limits.rows() || sentBytes > limits.bytes()) {
            throw PostgresException.error(
                    PostgresException.LIMIT,
                    "result too large: rows=" + sent + ", bytes=" + sentBytes + ", limits=" + limits.rows() + " and "
                            + limits.bytes() + "; add a WHERE or LIMIT");
        }
    }

    /** Closes the statement and its result; the connection stays open. */
    void close() {
        try {
            statement.close();
        } catch (SQLException e) {
            // H2's statements in this JVM hold no resources
        }
    }
}
