package dev.tollbooth.integration.advice;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/** An application without a fault. */
enum Clean implements Application {
    /** The transaction of pgbench. */
    TPC_B {
        @Override
        public void run(DataSource source) throws SQLException {
            try (Connection connection = source.getConnection()) {
                connection.setAutoCommit(false);
                for (int i = 0; i < 300; i++) {
                    JdbcWork.update(connection, "UPDATE item SET price = price + 1 WHERE id = ?", i);
                    JdbcWork.read(connection, "SELECT price FROM item WHERE id = ?", i);
                    JdbcWork.update(connection, "UPDATE parent SET total = total + 1 WHERE id = ?", i % 50);
                    JdbcWork.update(connection, "INSERT INTO history (item) VALUES (?)", i);
                    connection.commit();
                }
            }
        }
    },
    /** The transaction of pgbench --select-only. */
    SELECT_ONLY {
        @Override
        public void run(DataSource source) throws SQLException {
            try (Connection connection = source.getConnection()) {
                for (int i = 0; i < 2_000; i++) {
                    JdbcWork.read(connection, "SELECT price FROM item WHERE id = ?", i % 1_000);
                }
            }
        }
    },
    /** New orders, with their lines in batches. */
    TPC_C {
        @Override
        public void run(DataSource source) throws SQLException {
            try (Connection connection = source.getConnection()) {
                connection.setAutoCommit(false);
                for (int order = 0; order < 200; order++) {
                    JdbcWork.read(connection, "SELECT total FROM parent WHERE id = ?", order % 50);
                    JdbcWork.read(connection, "SELECT id, price FROM item WHERE parent = ?", order % 50);
                    JdbcWork.batch(connection, "UPDATE item SET stock = stock - 1 WHERE id = ?", order % 90 * 10, 12);
                    JdbcWork.batch(connection, "INSERT INTO history (item) VALUES (?)", order * 12, 12);
                    connection.commit();
                }
            }
        }
    },
    /** Quartz with its jobs in the database. */
    QUARTZ {
        @Override
        public void run(DataSource source) throws Exception {
            QuartzWork.schedule(source);
        }
    },
    /** A scheduler that searches a job, and waits if there is none. */
    JOB_SCHEDULER {
        @Override
        public void run(DataSource source) throws SQLException, InterruptedException {
            try (Connection connection = source.getConnection()) {
                connection.setAutoCommit(false);
                for (int i = 0; i < 150; i++) {
                    boolean found = take(connection, i);
                    connection.commit();
                    if (!found) {
                        Thread.sleep(2);
                    }
                }
            }
        }

        private boolean take(Connection connection, int job) throws SQLException {
            try (PreparedStatement select = connection.prepareStatement(
                    "SELECT id FROM item WHERE stock > ? ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED")) {
                select.setInt(1, job % 3 == 0 ? 0 : 1_000_000);
                try (ResultSet jobs = select.executeQuery()) {
                    boolean found = jobs.next();
                    if (found) {
                        JdbcWork.update(connection, "UPDATE item SET stock = stock - 1 WHERE id = ?", jobs.getInt(1));
                    }
                    return found;
                }
            }
        }
    }
}
