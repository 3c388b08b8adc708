package dev.tollbooth.integration.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.process.ForkedJvm;
import dev.tollbooth.integration.workload.Route;
import dev.tollbooth.jdbc.Tollbooth;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.List;
import java.util.Map;
import javax.management.Attribute;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(DatabasesExtension.class)
@Tag("jdk")
final class JmxClientIT {
    @Test
    void beans_seenFromAnotherJvm_showStatementsAndSwitch(Databases databases) throws Exception {
        try (Connection connection = Route.connectNamed(databases.empty(Database.H2, "operators"), "operators")) {
            try (PreparedStatement select =
                    connection.prepareStatement("SELECT x AS seen_by_operator FROM system_range(1, ?)")) {
                for (int i = 1; i <= 40; i++) {
                    select.setInt(1, 3);
                    try (var rows = select.executeQuery()) {
                        while (rows.next()) {
                            rows.getInt(1);
                        }
                    }
                }
            }
            Tollbooth.shared(Map.of("tollbooth.name", "operators")); // has its MBeans from now on
            String output = ForkedJvm.run(
                    List.of(ForkedJvm.placeOf(JmxClientIT.class)),
                    JmxClientApplication.class,
                    Long.toString(ProcessHandle.current().pid()),
                    "operators",
                    "seen_by_operator");
            assertThat(output)
                    .contains("statement.COUNT_STAR = 40\n", "statement.SUM_ROWS_SENT = 120\n", "statement.n = 40\n")
                    .contains("statement.SUM_ERRORS = 0\n", "statement.SUM_ROWS_AFFECTED = 0\n")
                    .containsPattern("statement\\.P99 = [1-9][0-9]+\n")
                    .contains("histogram rows = 450\n")
                    .contains("Statements.Top = table by [schema, digest] with ")
                    .contains("Control.Enabled = Boolean true\n", "switched off: false\n", "switched on: true\n")
                    .contains("ActiveStatements.Running = table by [id] with 0 rows\n")
                    .contains("Settings.");
        }
    }

    /** Tests the kill switch, which stops accounting at the next execution, while the application continues. */
    @Test
    void control_switchedOff_accountsNothing(Databases databases) throws Exception {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        ObjectName control = new ObjectName("dev.tollbooth:type=Control,instance=default");
        ObjectName statements = new ObjectName("dev.tollbooth:type=Statements,instance=default");
        try (Connection connection = Route.TOLLBOOTH.connect(databases.empty(Database.H2, "switched"));
                PreparedStatement select = connection.prepareStatement("SELECT 1")) {
            Tollbooth.shared(); // has its MBeans from now on
            select.execute();
            Object before = beans.getAttribute(statements, "Count");
            beans.setAttribute(control, new Attribute("Enabled", false));
            try {
                assertThat(select.execute()).isTrue();
            } finally {
                beans.setAttribute(control, new Attribute("Enabled", true));
            }
            assertThat(beans.getAttribute(statements, "Count")).isEqualTo(before);
            select.execute();
            assertThat(beans.getAttribute(statements, "Count")).isEqualTo((Long) before + 1);
        }
    }
}
