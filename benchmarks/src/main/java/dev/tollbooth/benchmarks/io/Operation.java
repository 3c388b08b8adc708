package dev.tollbooth.benchmarks.io;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The kinds of work with one statement. Each statement has a table of its own, so that each is distinct. */
enum Operation {
    /** A query prepared once. */
    SELECT("select") {
        @Override
        Execution open(Connection connection, int number, Literals literals) throws SQLException {
            PreparedStatement select = connection.prepareStatement(query(number) + "?");
            return () -> rows(select, literals.next());
        }
    },
    /** An update prepared once. */
    UPDATE("update") {
        @Override
        Execution open(Connection connection, int number, Literals literals) throws SQLException {
            PreparedStatement update =
                    connection.prepareStatement("UPDATE item_" + number + " SET name = ? WHERE id = ?");
            return () -> {
                update.setString(1, "name");
                update.setLong(2, literals.next());
                return update.executeUpdate();
            };
        }
    },
    /** A query prepared, executed and closed each time. */
    PREPARE("prepare each time") {
        @Override
        Execution open(Connection connection, int number, Literals literals) {
            String sql = query(number) + "?";
            return () -> {
                try (PreparedStatement select = connection.prepareStatement(sql)) {
                    return rows(select, literals.next());
                }
            };
        }
    },
    /** A query with another literal in its text each time. */
    LITERALS("other literals") {
        @Override
        Execution open(Connection connection, int number, Literals literals) {
            String start = query(number);
            return () -> {
                String sql = start + literals.next();
                try (Statement statement = connection.createStatement();
                        ResultSet rows = statement.executeQuery(sql)) {
                    return count(rows);
                }
            };
        }
    };

    /** Rows of a query on the stub driver. */
    static final int ROWS = 2;

    private final String label;

    Operation(String label) {
        this.label = label;
    }

    /** The execution of a statement. */
    @FunctionalInterface
    interface Execution {

        /** Executes once; returns the number of rows read or changed. */
        long run() throws SQLException;
    }

    /** Prepares the statement {@code number} of this kind on a connection that stays open. */
    abstract Execution open(Connection connection, int number, Literals literals) throws SQLException;

    String label() {
        return label;
    }

    private static String query(int number) {
        return "SELECT id, name FROM item_" + number + " WHERE id = ";
    }

    private static long rows(PreparedStatement select, long id) throws SQLException {
        select.setLong(1, id);
        try (ResultSet rows = select.executeQuery()) {
            return count(rows);
        }
    }

    private static long count(ResultSet rows) throws SQLException {
        long count = 0;
        while (rows.next()) {
            if (rows.getLong(1) != 0) {
                count++;
            }
        }
        return count;
    }
}
