package dev.tollbooth.integration.advice;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Objects;
import javax.sql.DataSource;

/** Applications in plain JDBC, with and without a fault. */
final class JdbcWork {
    private static final int PARENTS = 50;
    private static final int TRANSACTIONS = 10;
    private static final int ROWS = 100;

    private JdbcWork() {}

    /** Creates the tables. */
    static void create(Statement statement) throws SQLException {
        statement.execute("CREATE TABLE parent (id INT PRIMARY KEY, total INT)");
        statement.execute("CREATE TABLE item (id INT PRIMARY KEY, parent INT, price INT, stock INT)");
        statement.execute("CREATE INDEX item_parent ON item (parent)");
        statement.execute("CREATE TABLE history (item INT)");
        statement.execute("CREATE TABLE unique_item (id INT PRIMARY KEY)");
        statement.execute("CREATE TABLE document (id INT PRIMARY KEY, body TEXT)");
        statement.execute("CREATE TABLE shelf (id INT PRIMARY KEY)");
        statement.execute("CREATE TABLE volume (id INT PRIMARY KEY, shelf_id INT, title TEXT)");
        statement.execute("CREATE TABLE lookup AS SELECT i AS id FROM generate_series(0, 99999) i");
        statement.execute("CREATE TABLE slow_commit (id INT)");
        statement.execute("CREATE FUNCTION wait_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                + " IF current_setting('test.waited', true) IS DISTINCT FROM 'yes' THEN"
                + " PERFORM set_config('test.waited', 'yes', true), pg_sleep(0.0005); END IF; RETURN NULL; END $$");
        statement.execute("CREATE CONSTRAINT TRIGGER wait_at_commit AFTER INSERT ON slow_commit"
                + " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait_once()");
        String text = "repeat('x', 1000)";
        statement.execute("CREATE TABLE wide AS SELECT i AS id, 1 AS a, " + text + " AS b, " + text + " AS c, " + text
                + " AS d FROM generate_series(0, 99) i");
        statement.execute("INSERT INTO shelf SELECT i FROM generate_series(0, 29) i");
        statement.execute("INSERT INTO volume SELECT i, i % 30, 'volume' FROM generate_series(0, 149) i");
        statement.execute("INSERT INTO parent SELECT i, 0 FROM generate_series(0, 49) i");
        statement.execute("INSERT INTO item SELECT i, i % 50, i, 1000 FROM generate_series(0, 999) i");
        statement.execute("INSERT INTO document SELECT i, repeat('x', 1000) FROM generate_series(0, 19999) i");
    }

    /** Creates the tables that a framework needs. */
    static void createOf(Statement statement, String resource) throws SQLException, IOException {
        try (InputStream script = JdbcWork.class.getResourceAsStream(resource)) {
            String sql = new String(Objects.requireNonNull(script, resource).readAllBytes(), StandardCharsets.UTF_8);
            statement.execute(sql);
        }
    }

    static int read(Connection connection, String sql, int value) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setInt(1, value);
            int rows = 0;
            try (ResultSet result = select.executeQuery()) {
                while (result.next()) {
                    rows += result.getInt(1) >= 0 ? 1 : 0;
                }
            }
            return rows;
        }
    }

    static void update(Connection connection, String sql, int value) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            update.setInt(1, value);
            update.executeUpdate();
        }
    }

    static void batch(Connection connection, String sql, int first, int rows) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            for (int i = 0; i < rows; i++) {
                update.setInt(1, first + i);
                update.addBatch();
            }
            update.executeBatch();
        }
    }

    private interface Work {
        void on(Connection connection) throws Exception;
    }

    private static Application inTransactions(int transactions, Work work) {
        return source -> {
            try (Connection connection = source.getConnection()) {
                connection.setAutoCommit(false);
                for (int i = 0; i < transactions; i++) {
                    work.on(connection);
                    connection.commit();
                }
            }
        };
    }

    static Application itemsOfEachParent(boolean joined) {
        return inTransactions(TRANSACTIONS, connection -> {
            if (joined) {
                read(connection, "SELECT i.id FROM parent p JOIN item i ON i.parent = p.id WHERE p.id >= ?", 0);
                return;
            }
            read(connection, "SELECT id FROM parent WHERE id >= ?", 0);
            for (int parent = 0; parent < PARENTS; parent++) {
                read(connection, "SELECT id FROM item WHERE parent = ?", parent);
            }
        });
    }

    static Application inserts(boolean batched) {
        return inTransactions(TRANSACTIONS, connection -> {
            read(connection, "SELECT total FROM parent WHERE id = ?", 1);
            if (batched) {
                batch(connection, "INSERT INTO history (item) VALUES (?)", 0, ROWS);
                return;
            }
            for (int i = 0; i < ROWS; i++) {
                update(connection, "INSERT INTO history (item) VALUES (?)", i);
            }
        });
    }

    /** Returns an application that reads one total {@code times} times in each transaction. */
    static Application total(int times) {
        return inTransactions(20 * TRANSACTIONS, connection -> {
            for (int i = 0; i < times; i++) {
                read(connection, "SELECT total FROM parent WHERE id = ?", 7);
            }
            update(connection, "INSERT INTO history (item) VALUES (?)", 1);
        });
    }

    static Application columns(String list) {
        return source -> {
            try (Connection connection = source.getConnection()) {
                for (int i = 0; i < 10 * ROWS; i++) {
                    read(connection, "SELECT " + list + " FROM wide WHERE id = ?", i % ROWS);
                }
            }
        };
    }

    /** Inserts into a table whose commit takes half a millisecond, as on a disk, because the server does not sync. */
    static Application autocommit(boolean each) {
        return source -> {
            try (Connection connection = source.getConnection()) {
                connection.setAutoCommit(each);
                read(connection, "SELECT total FROM parent WHERE id = ?", 1);
                for (int i = 1; i <= 450; i++) {
                    update(connection, "INSERT INTO slow_commit VALUES (?)", i);
                    if (!each && i % 9 == 0) { // too few to be worth a batch
                        connection.commit();
                    }
                }
            }
        };
    }

    static Application call(boolean inside) {
        return inTransactions(40, connection -> {
            update(connection, "INSERT INTO history (item) VALUES (?)", 1);
            if (!inside) {
                connection.commit();
            }
            Thread.sleep(25); // a call of another service
            update(connection, "UPDATE parent SET total = total + 1 WHERE id = ?", 1);
        });
    }

    static Application fetches(int size) {
        return inTransactions(5, connection -> {
            try (PreparedStatement select = connection.prepareStatement("SELECT id, price FROM item")) {
                select.setFetchSize(size);
                try (ResultSet result = select.executeQuery()) {
                    while (result.next()) {
                        result.getInt(1);
                    }
                }
            }
        });
    }

    static Application export(int size) {
        return inTransactions(3, connection -> {
            try (PreparedStatement select = connection.prepareStatement("SELECT id, body FROM document")) {
                select.setFetchSize(size);
                try (ResultSet result = select.executeQuery()) {
                    while (result.next()) {
                        result.getString(2);
                    }
                }
            }
        });
    }

    static Application firstRows(String limit) {
        return inTransactions(12, connection -> {
            try (PreparedStatement select =
                            connection.prepareStatement("SELECT id, body FROM document ORDER BY id" + limit);
                    ResultSet result = select.executeQuery()) {
                for (int i = 0; i < 5 && result.next(); i++) {
                    result.getInt(1);
                }
            }
        });
    }

    static Application concatenated(boolean literals) {
        return source -> {
            try (Connection connection = source.getConnection();
                    Statement statement = connection.createStatement()) {
                for (int i = 0; i < 400; i++) {
                    if (literals) {
                        statement
                                .executeQuery("SELECT price FROM item WHERE id = " + i)
                                .close();
                    } else {
                        read(connection, "SELECT price FROM item WHERE id = ?", i);
                    }
                }
            }
        };
    }

    static Application pooled(boolean pooled) {
        return source -> {
            HikariConfig config = new HikariConfig();
            config.setDataSource(source);
            config.setMaximumPoolSize(2);
            try (HikariDataSource pool = pooled ? new HikariDataSource(config) : null) {
                DataSource used = pooled ? pool : source;
                for (int i = 0; i < 40; i++) {
                    try (Connection connection = used.getConnection()) {
                        read(connection, "SELECT price FROM item WHERE id = ?", i);
                        read(connection, "SELECT id FROM item WHERE parent = ?", i);
                    }
                }
            }
        };
    }

    static Application validated(boolean tested) {
        return source -> {
            try (Connection connection = source.getConnection();
                    Statement statement = connection.createStatement()) {
                for (int i = 0; i < 1_000; i++) {
                    if (tested) {
                        statement.executeQuery("SELECT 1").close();
                    }
                    read(connection, "SELECT price FROM item WHERE id = ?", i);
                }
            }
        };
    }

    static Application missing(boolean asked) {
        return source -> {
            try (Connection connection = source.getConnection()) {
                for (int i = 0; i < 500; i++) {
                    read(connection, "SELECT price FROM item WHERE id = ?", i);
                    if (asked) {
                        ignoringErrors(() -> read(connection, "SELECT gone FROM missing WHERE id = ?", 1));
                    }
                }
            }
        };
    }

    /** Inserts a row, or changes the row that is there. */
    static Application duplicates(boolean tried) {
        return source -> {
            try (Connection connection = source.getConnection()) {
                for (int i = 0; i < 500; i++) {
                    int id = i / 2;
                    read(connection, "SELECT price FROM item WHERE id = ?", i);
                    if (!tried) {
                        update(
                                connection,
                                "INSERT INTO unique_item VALUES (?) ON CONFLICT (id) DO UPDATE SET id = 1 * excluded.id",
                                id);
                        continue;
                    }
                    try {
                        update(connection, "INSERT INTO unique_item VALUES (?)", id);
                    } catch (SQLException duplicate) {
                        update(connection, "UPDATE unique_item SET id = 1 * id WHERE id = ?", id);
                    }
                }
            }
        };
    }

    private interface Failing {
        void run() throws SQLException;
    }

    private static void ignoringErrors(Failing action) {
        try {
            action.run();
        } catch (SQLException expected) {
            // the fault
        }
    }

    static Application tail(double seconds) {
        String slow = "SELECT price, CASE WHEN id %% 80 = 0 THEN pg_sleep(%s) END FROM item WHERE id = ?";
        String sql = String.format(Locale.ROOT, slow, seconds);
        return source -> {
            try (Connection connection = source.getConnection()) {
                for (int i = 0; i < 1_050; i++) {
                    read(connection, sql, i % 1_000);
                    read(connection, "SELECT total FROM parent WHERE id = ?", i % PARENTS);
                }
            }
        };
    }
}
