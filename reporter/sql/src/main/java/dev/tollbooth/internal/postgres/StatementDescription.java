package dev.tollbooth.internal.postgres;

import dev.tollbooth.internal.postgres.sql.PlannedStatement;
import dev.tollbooth.internal.postgres.sql.PlannedStatement.Kind;
import dev.tollbooth.internal.postgres.wire.PostgresType;
import dev.tollbooth.internal.postgres.wire.WireWriter;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** A writer of the descriptions of prepared statements: their parameters and columns. */
final class StatementDescription {

    private static final short[] AS_TEXT = {};

    private StatementDescription() {}

    /** Writes the description and returns the type numbers of all parameters. */
    static int[] write(PlannedStatement plan, int[] types, Connection connection, WireWriter out)
            throws SQLException, IOException {
        try (PreparedStatement statement = connection.prepareStatement(plan.text())) {
            int[] all = types(statement.getParameterMetaData(), types);
            writeParameters(all, out);
            if (plan.kind() == Kind.ROWS) {
                ResultColumns.of(statement.getMetaData(), plan.columns()).describe(out, AS_TEXT);
            } else {
                out.begin('n').end();
            }
            return all;
        }
    }

    /** Writes the columns of a statement without parameters; returns an empty array. */
    static int[] writeColumns(PlannedStatement plan, Connection connection, WireWriter out)
            throws SQLException, IOException {
        try (PreparedStatement statement = connection.prepareStatement(plan.text())) {
            ResultColumns.of(statement.getMetaData(), plan.columns()).describe(out, AS_TEXT);
            return new int[0];
        }
    }

    static void writeParameters(int[] types, WireWriter out) throws IOException {
        out.begin('t').int16(types.length);
        for (int type : types) {
            out.int32(type);
        }
        out.end();
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
}
