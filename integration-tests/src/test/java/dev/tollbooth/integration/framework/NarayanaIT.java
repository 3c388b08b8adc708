package dev.tollbooth.integration.framework;

import com.arjuna.ats.arjuna.common.CoordinatorEnvironmentBean;
import com.arjuna.ats.arjuna.common.CoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.internal.arjuna.objectstore.VolatileStore;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.integration.workload.ResultLog;
import dev.tollbooth.integration.workload.SameResults;
import jakarta.transaction.RollbackException;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(DatabasesExtension.class)
@Tag("jdk")
final class NarayanaIT {
    @BeforeAll
    static void keepNoTransactionLogOnDisk() throws Exception {
        BeanPopulator.getDefaultInstance(CoreEnvironmentBean.class).setNodeIdentifier("1");
        BeanPopulator.getDefaultInstance(CoordinatorEnvironmentBean.class).setTransactionStatusManagerEnable(false);
        for (String store : new String[] {null, "communicationStore", "stateStore"}) {
            ObjectStoreEnvironmentBean bean = store == null
                    ? BeanPopulator.getDefaultInstance(ObjectStoreEnvironmentBean.class)
                    : BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, store);
            bean.setObjectStoreType(VolatileStore.class.getName());
        }
    }

    /** Tests a transaction whose first branch is on H2 and the second on the tested database. */
    @ParameterizedTest
    @EnumSource(Database.class)
    void twoPhaseCommit_overTwoResources_endsAsDirect(Database database, Databases databases) throws Exception {
        SameResults.check(databases, database, (route, endpoint, log) -> {
            Endpoint other = databases.empty(Database.H2, "other_branch");
            run(route.xaDataSource(other), route.xaDataSource(endpoint), log);
        });
    }

    private static void run(XADataSource first, XADataSource second, ResultLog log) throws Exception {
        try (Branch one = Branch.open(first);
                Branch two = Branch.open(second)) {
            one.execute("CREATE TABLE moved (id INT PRIMARY KEY, cents INT)");
            two.execute("CREATE TABLE moved (id INT PRIMARY KEY, cents INT)");
            TransactionManager manager = com.arjuna.ats.jta.TransactionManager.transactionManager();
            move(manager, one, 1, two, 1);
            manager.commit();
            move(manager, one, 2, two, 2);
            manager.rollback();
            log.outcome("second branch refuses", () -> {
                move(manager, one, 3, two, 1);
                return null;
            });
            manager.rollback();
            move(manager, one, 4, two, 4);
            manager.setRollbackOnly();
            log.value("refused to commit", refusesCommit(manager));
            move(manager, one, 5, two, 5);
            manager.commit();
            log.value("prepared transactions left", two.xa().getXAResource().recover(XAResource.TMSTARTRSCAN).length);
            one.read("first branch", log);
            two.read("second branch", log);
        }
    }

    /** Begins a transaction and writes one row in each of its branches. */
    private static void move(TransactionManager manager, Branch one, int firstKey, Branch two, int secondKey)
            throws Exception {
        manager.begin();
        manager.getTransaction().enlistResource(one.xa().getXAResource());
        manager.getTransaction().enlistResource(two.xa().getXAResource());
        one.execute("INSERT INTO moved VALUES (" + firstKey + ", -5)");
        two.execute("INSERT INTO moved VALUES (" + secondKey + ", 5)");
    }

    private static boolean refusesCommit(TransactionManager manager) throws Exception {
        try {
            manager.commit();
            return false;
        } catch (RollbackException expected) {
            return true;
        }
    }

    /**
     * The part of one database in the transactions. Its handle stays open, because closing it would end H2's branch
     * early.
     */
    private record Branch(XAConnection xa, Connection connection) implements AutoCloseable {
        static Branch open(XADataSource dataSource) throws SQLException {
            XAConnection xa = dataSource.getXAConnection();
            return new Branch(xa, xa.getConnection());
        }

        void execute(String sql) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }

        void read(String what, ResultLog log) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                log.rows(what, statement.executeQuery("SELECT id, cents FROM moved ORDER BY id"));
            }
        }

        @Override
        public void close() throws SQLException {
            connection.close();
            xa.close();
        }
    }
}
