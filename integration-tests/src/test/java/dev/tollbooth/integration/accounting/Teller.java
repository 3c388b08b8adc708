package dev.tollbooth.integration.accounting;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.LongPredicate;

/**
 * A client that runs statements in a seeded random order and counts its own work.
 *
 * <p>Not thread-safe: used by one thread.
 */
final class Teller implements Callable<Tally> {
    /** The number of rows of each client in the table. */
    static final int ROWS = 20;

    private final Connection connection;
    private final int client;
    private final LongPredicate goOn;
    private final Random random;
    private int nextKey = ROWS;

    Teller(Connection connection, int client, long seed, LongPredicate goOn) {
        this.connection = connection;
        this.client = client;
        this.goOn = goOn;
        this.random = new Random(seed + client);
    }

    /** Creates the table, with {@link #ROWS} rows for each client. */
    static void prepare(Connection connection, int clients) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE entry (client INT, id INT, cents INT, PRIMARY KEY (client, id))");
        }
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO entry VALUES (?, ?, 0)")) {
            for (int client = 0; client < clients; client++) {
                for (int id = 0; id < ROWS; id++) {
                    insert.setInt(1, client);
                    insert.setInt(2, id);
                    insert.addBatch();
                }
            }
            insert.executeBatch();
        }
    }

    @Override
    public Tally call() throws SQLException {
        Tally sum = Tally.ZERO;
        try (PreparedStatement select =
                        connection.prepareStatement("SELECT id, cents FROM entry WHERE client = ? AND id < ?");
                PreparedStatement update =
                        connection.prepareStatement("UPDATE entry SET cents = cents + 1 WHERE client = ? AND id < ?");
                PreparedStatement insert = connection.prepareStatement("INSERT INTO entry VALUES (?, ?, 0)");
                Statement plain = connection.createStatement()) {
            while (goOn.test(sum.executions())) {
                sum = sum.plus(
                        switch (random.nextInt(6)) {
                            case 0 -> readAll(select);
                            case 1 -> readSome(plain);
                            case 2 -> change(update);
                            case 3 -> insertNew(insert);
                            case 4 -> insertTwice(insert);
                            default -> insertBatch(insert);
                        });
            }
        }
        return sum;
    }

    private Tally readAll(PreparedStatement select) throws SQLException {
        int limit = random.nextInt(ROWS + 1);
        select.setInt(1, client);
        select.setInt(2, limit);
        long rows = 0;
        try (ResultSet result = select.executeQuery()) {
            while (result.next()) {
                rows++;
            }
        }
        return Tally.query(rows);
    }

    /** Reads some rows and stops before the end, so that only those count. */
    private Tally readSome(Statement plain) throws SQLException {
        int stop = random.nextInt(5);
        long rows = 0;
        try (ResultSet result = plain.executeQuery("SELECT id FROM entry WHERE client = " + client + " AND id < 10")) {
            while (rows < stop && result.next()) {
                rows++;
            }
        }
        return Tally.query(rows);
    }

    private Tally change(PreparedStatement update) throws SQLException {
        update.setInt(1, client);
        update.setInt(2, random.nextInt(4));
        return Tally.update(update.executeUpdate());
    }

    private Tally insertNew(PreparedStatement insert) throws SQLException {
        insert.setInt(1, client);
        insert.setInt(2, nextKey++);
        return Tally.update(insert.executeUpdate());
    }

    private Tally insertTwice(PreparedStatement insert) throws SQLException {
        insert.setInt(1, client);
        insert.setInt(2, 0);
        try {
            insert.executeUpdate();
        } catch (SQLException refused) {
            return Tally.error();
        }
        throw new IllegalStateException("second row of one key: client=" + client);
    }

    /** Inserts a batch, which is one execution. */
    private Tally insertBatch(PreparedStatement insert) throws SQLException {
        int rows = 1 + random.nextInt(4);
        for (int i = 0; i < rows; i++) {
            insert.setInt(1, client);
            insert.setInt(2, nextKey++);
            insert.addBatch();
        }
        insert.executeBatch();
        return Tally.update(rows);
    }
}
