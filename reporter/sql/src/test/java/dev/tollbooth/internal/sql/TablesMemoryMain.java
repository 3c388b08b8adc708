package dev.tollbooth.internal.sql;

import dev.tollbooth.internal.provider.SqlTables;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A program that prints the memory of an instance's SQL tables and their open connections, as they report it, and the
 * growth of the heap.
 */
final class TablesMemoryMain {

    private static final int CONNECTIONS = 100;

    private TablesMemoryMain() {}

    public static void main(String[] args) throws Exception {
        try (Accounts accounts = new Accounts(10)) {
            query(tables(accounts)).close();
            long before = usedBytes();
            SqlTables tables = tables(accounts);
            List<Connection> open = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                open.add(query(tables));
            }
            long grown = usedBytes() - before;
            System.out.println("said=" + tables.heldBytes() + " grown=" + grown);
            for (Connection connection : open) {
                connection.close();
            }
        }
    }

    private static SqlTables tables(Accounts of) throws SQLException {
        return new H2TablesProvider().open(of.statements, of.sessions, of.windows);
    }

    private static long usedBytes() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Returns a connection with an open result. */
    @SuppressWarnings("MustBeClosedChecker")
    private static Connection query(SqlTables tables) throws SQLException {
        Connection connection = tables.connect();
        connection.createStatement().executeQuery("SELECT * FROM performance_schema.active_statements");
        return connection;
    }
}
