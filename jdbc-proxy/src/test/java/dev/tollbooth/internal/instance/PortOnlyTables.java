package dev.tollbooth.internal.instance;

import dev.tollbooth.internal.control.DaemonThread;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.provider.SqlTables;
import dev.tollbooth.internal.provider.SqlTablesProvider;
import dev.tollbooth.internal.report.WindowHistory;
import dev.tollbooth.internal.table.StatementTable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** A replacement for the module {@code sql}: it holds memory, and has a port with a thread that accepts no client. */
public final class PortOnlyTables implements SqlTablesProvider {

    /** Makes the replacement for {@link java.util.ServiceLoader}. */
    public PortOnlyTables() {}

    @Override
    public SqlTables open(StatementTable statements, SessionRegistry sessions, WindowHistory windows) {
        return new Tables(statements);
    }

    private static final class Tables implements SqlTables {

        private final StatementTable statements;
        private final List<ServerSocket> ports = new ArrayList<>();

        private Tables(StatementTable statements) {
            this.statements = statements;
        }

        @Override
        public Connection connect() throws SQLException {
            throw new SQLException("a stand-in: executions=" + statements.executions());
        }

        @Override
        public void addUser(String user, String password, boolean mayTruncate) {}

        @Override
        public void listen(int port) throws SQLException {
            try {
                ports.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
                DaemonThread.start(() -> {}, "stand-in");
            } catch (IOException e) {
                throw new SQLException("can't listen: port=" + port + "; choose a port that is free", e);
            }
        }

        @Override
        public long heldBytes() {
            return 40 << 10;
        }

        @Override
        public int stuckQueries() {
            return 0;
        }

        @Override
        public void close() {
            for (ServerSocket port : ports) {
                try {
                    port.close();
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }
}
