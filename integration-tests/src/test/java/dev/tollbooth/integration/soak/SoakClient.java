package dev.tollbooth.integration.soak;

import dev.tollbooth.integration.accounting.Tally;
import dev.tollbooth.jdbc.Tollbooth;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A thread of the application, which connects, executes for a while, and connects again, whatever the database does. It
 * counts its executions and their results.
 *
 * <p>Not thread-safe: used by one thread.
 */
final class SoakClient implements Callable<Tally> {

    private static final int ROWS = 50;
    private static final int USERS = 40;
    private static final int ORIGINS = 6;
    /** Between executions, as applications do something else, too. */
    private static final int PAUSE_MILLIS = 4;

    private final Tollbooth tollbooth;
    private final String url;
    private final int number;
    private final BooleanSupplier goOn;
    private final Random random;
    private Tally sum = Tally.ZERO;
    private long texts;
    private long connects;

    SoakClient(Tollbooth tollbooth, String url, int number, BooleanSupplier goOn) {
        this.tollbooth = tollbooth;
        this.url = url;
        this.number = number;
        this.goOn = goOn;
        this.random = new Random(20_261_125 + number);
    }

    @Override
    public Tally call() throws Exception {
        while (goOn.getAsBoolean()) {
            Properties properties = new Properties();
            properties.putAll(tollbooth.connectionProperties());
            try (Connection connection = DriverManager.getConnection(url, properties)) {
                connects++;
                use(connection);
            } catch (SQLException e) {
                TimeUnit.MILLISECONDS.sleep(20); // the database is down: an application tries again
            }
        }
        return sum;
    }

    private void use(Connection connection) throws SQLException, InterruptedException {
        String table = "item_" + number + "_" + connects;
        try (Statement plain = connection.createStatement()) {
            execute(plain, "CREATE TABLE " + table + " (id INT PRIMARY KEY, amount INT)");
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + table + " VALUES (?, ?)");
                    PreparedStatement select =
                            connection.prepareStatement("SELECT id, amount FROM " + table + " WHERE id < ?")) {
                batch(insert);
                int operations = 100 + random.nextInt(400);
                for (int i = 0; i < operations && goOn.getAsBoolean(); i++) {
                    operation(connection, plain, select, table);
                    TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                }
            }
            execute(plain, "DROP TABLE " + table);
        }
    }

    private void operation(Connection connection, Statement plain, PreparedStatement select, String table)
            throws SQLException {
        String user = "tenant-" + random.nextInt(USERS);
        String origin = "GET /page-" + random.nextInt(ORIGINS);
        tollbooth.asUser(
                user,
                () -> tollbooth.withOrigin(origin, () -> {
                    switch (random.nextInt(6)) {
                        case 0, 1 -> read(select);
                        case 2 -> query(plain, "SELECT amount AS text_" + number + "_" + texts++ + " FROM " + table);
                        case 3 -> execute(plain, "INSERT INTO " + table + " VALUES (0, 0)");
                        case 4 -> prepareEachTime(connection, table);
                        default -> transaction(connection, table);
                    }
                }));
    }

    private void batch(PreparedStatement insert) throws SQLException {
        for (int id = 0; id < ROWS; id++) {
            insert.setInt(1, id);
            insert.setInt(2, id);
            insert.addBatch();
        }
        update(() -> {
            insert.executeBatch();
            return ROWS;
        });
    }

    private void read(PreparedStatement select) throws SQLException {
        select.setInt(1, random.nextInt(ROWS));
        readAll(select::executeQuery);
    }

    private void query(Statement plain, String sql) throws SQLException {
        readAll(() -> plain.executeQuery(sql));
    }

    private void prepareEachTime(Connection connection, String table) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE " + table + " SET amount = amount + 1 WHERE id = ?")) {
            update.setInt(1, random.nextInt(ROWS));
            update(update::executeUpdate);
        }
    }

    /** As one that reads each of its rows by a query of its own. */
    private void transaction(Connection connection, String table) throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement each = connection.prepareStatement("SELECT amount FROM " + table + " WHERE id = ?")) {
            for (int id = 0; id < 12; id++) {
                each.setInt(1, id);
                readAll(each::executeQuery);
            }
            if (random.nextBoolean()) {
                connection.commit();
            } else {
                connection.rollback();
            }
        } finally {
            connection.setAutoCommit(true);
        }
    }

    /** A failure while it reads is no failure of the execution, which has ended. */
    private void readAll(Query<ResultSet> query) throws SQLException {
        ResultSet result = execute(query);
        if (result == null) {
            return;
        }
        try (result) {
            while (result.next()) {
                sum = sum.plus(new Tally(0, 0, 1, 0));
            }
        }
    }

    private void execute(Statement plain, String sql) throws SQLException {
        update(() -> plain.executeUpdate(sql));
    }

    private void update(Query<Integer> change) throws SQLException {
        Integer rows = execute(change);
        sum = rows == null ? sum : sum.plus(new Tally(0, 0, 0, rows));
    }

    /**
     * Counts one execution; returns null where the database refused it, which is no reason to give the connection up.
     */
    private <T> @Nullable T execute(Query<T> query) throws SQLException {
        try {
            T result = query.run();
            sum = sum.plus(Tally.query(0));
            return result;
        } catch (SQLException e) {
            sum = sum.plus(Tally.error()).plus(new Tally(0, 0, 0, rowsOfBatch(e)));
            if ("23505".equals(e.getSQLState())) {
                return null;
            }
            throw e;
        }
    }

    /** Returns the rows of a batch that ended with its server, as the driver reports them. */
    private static long rowsOfBatch(SQLException failure) {
        return failure instanceof BatchUpdateException batch
                ? Arrays.stream(batch.getLargeUpdateCounts())
                        .filter(rows -> rows > 0)
                        .sum()
                : 0;
    }

    private interface Query<T> {
        T run() throws SQLException;
    }
}
