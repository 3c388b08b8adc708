package dev.tollbooth.integration.starter;

import jakarta.transaction.RollbackException;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import org.springframework.jdbc.datasource.AbstractDataSource;

/** A minimal data source of a transaction manager, whose connections are branches of the transaction. */
final class EnlistingDataSource extends AbstractDataSource {

    private final XADataSource xa;
    private final TransactionManager transactions;

    EnlistingDataSource(XADataSource xa, TransactionManager transactions) {
        this.xa = xa;
        this.transactions = transactions;
    }

    XADataSource xa() {
        return xa;
    }

    @Override
    public Connection getConnection() throws SQLException {
        XAConnection connection = xa.getXAConnection();
        try {
            Transaction transaction = transactions.getTransaction();
            if (transaction == null) {
                return connection.getConnection();
            }
            transaction.enlistResource(connection.getXAResource());
            transaction.registerSynchronization(closing(connection));
            return open(connection.getConnection());
        } catch (SystemException | RollbackException e) {
            throw new SQLException(e);
        }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
    }

    /** Opens a connection that does not close the handle, because that would end H2's branch before it is prepared. */
    private static Connection open(Connection handle) {
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    try {
                        return method.getName().equals("close") ? null : method.invoke(handle, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                });
    }

    private static Synchronization closing(XAConnection connection) {
        return new Synchronization() {
            @Override
            public void beforeCompletion() {}

            @Override
            public void afterCompletion(int status) {
                try {
                    connection.close();
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
    }
}
