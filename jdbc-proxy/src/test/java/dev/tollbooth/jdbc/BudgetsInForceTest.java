package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.management.Attribute;
import javax.management.MBeanServer;
import javax.management.Notification;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BudgetsInForceTest {

    private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

    private static Connection connect(Tollbooth tollbooth, String database) throws SQLException {
        Properties properties = new Properties();
        properties.putAll(tollbooth.connectionProperties());
        return DriverManager.getConnection("jdbc:tollbooth:h2:mem:" + database, properties);
    }

    private static void insert(Statement statement) throws SQLException {
        statement.executeUpdate("insert into spent values (1)");
    }

    private static long rows(Statement statement) throws SQLException {
        try (ResultSet count = statement.executeQuery("select count(*) from spent")) {
            count.next();
            return count.getLong(1);
        }
    }

    private static CompositeData budget(String instance, String user) throws Exception {
        ObjectName name = new ObjectName("dev.tollbooth:type=Budgets,instance=" + instance);
        return ((TabularData) SERVER.getAttribute(name, "Budgets")).get(new Object[] {user});
    }

    @Test
    void user_whoHasSpentIt_isRefusedBeforeTheDriverAndNobodyElse() throws Exception {
        try (Tollbooth tollbooth = Tollbooth.builder()
                        .setting("name", "enforced")
                        .setting("budget.alice", "3/h")
                        .setting("budget.bob", "1000000/h")
                        .setting("budget.enforce", "on")
                        .build();
                Connection connection = connect(tollbooth, "enforced");
                Statement statement = connection.createStatement()) {
            statement.execute("create table spent (id int)");
            long[] done = {0};
            SQLException refused = tollbooth.asUser("alice", () -> {
                while (true) {
                    try {
                        insert(statement);
                        done[0]++;
                        TimeUnit.MILLISECONDS.sleep(5);
                    } catch (SQLException e) {
                        return e;
                    }
                }
            });
            assertThat(refused.getSQLState()).isEqualTo("53400");
            assertThat(refused.getMessage()).contains("user=alice", "budget=3/h");
            tollbooth.asUser("bob", () -> insert(statement));
            insert(statement);
            assertThat(rows(statement)).isEqualTo(done[0] + 2);
            tollbooth.asUser("alice", () -> {
                assertThatThrownBy(() -> connection.prepareStatement("select 1").executeQuery())
                        .hasMessageContaining("statement refused");
                connection.setAutoCommit(false);
                connection.rollback(); // what ends a transaction is never refused
                connection.setAutoCommit(true);
            });
            CompositeData row = budget("enforced", "alice");
            assertThat((Boolean) row.get("exceeded")).isTrue();
            assertThat((Long) row.get("refused")).isEqualTo(2);
            assertThat((Double) row.get("spent")).isGreaterThan(3);
            assertThat((Boolean) budget("enforced", "bob").get("exceeded")).isFalse();
            ObjectName control = new ObjectName("dev.tollbooth:type=Control,instance=enforced");
            assertThat(((TabularData) SERVER.getAttribute(control, "Problems")).values())
                    .anyMatch(problem -> problem.toString().contains("user=alice, spent="));
            SERVER.setAttribute(control, new Attribute("Enabled", false));
            tollbooth.asUser("alice", () -> insert(statement)); // one switch for all
        }
    }

    @Test
    void user_overABudgetThatIsNotEnforced_isToldAndGoesOn() throws Exception {
        LinkedBlockingQueue<Notification> told = new LinkedBlockingQueue<>();
        try (Tollbooth tollbooth = Tollbooth.builder()
                        .setting("name", "told")
                        .setting("budget.alice", "3/h")
                        .build();
                Connection connection = connect(tollbooth, "told");
                Statement statement = connection.createStatement()) {
            SERVER.addNotificationListener(
                    new ObjectName("dev.tollbooth:type=Budgets,instance=told"),
                    (notification, handback) -> told.add(notification),
                    null,
                    null);
            statement.execute("create table spent (id int)");
            tollbooth.asUser("alice", () -> {
                for (int i = 0; i < 50; i++) {
                    insert(statement);
                }
            });
            Notification notification = told.take();
            assertThat(notification.getType()).isEqualTo("dev.tollbooth.budget-exceeded");
            assertThat(notification.getMessage()).isEqualTo("budget exceeded: user=alice");
            CompositeData row = (CompositeData) notification.getUserData();
            assertThat((Double) row.get("spent")).isGreaterThan(3);
            tollbooth.asUser("alice", () -> insert(statement));
            assertThat((Long) budget("told", "alice").get("refused")).isZero();
        }
    }

    @Test
    void budget_writtenWrongly_isRefusedWhereItWasTyped() {
        assertThatThrownBy(() ->
                        Tollbooth.builder().setting("budget.alice", "much").build())
                .isInstanceOf(SettingsException.class)
                .hasMessage("bad setting: budget.alice (connection property), allowed is request units of"
                        + " each second, minute or hour, such as 20/s, 1000/min or 50000/h");
    }
}
