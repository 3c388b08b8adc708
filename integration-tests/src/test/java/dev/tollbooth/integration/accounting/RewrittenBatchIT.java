package dev.tollbooth.integration.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import com.mysql.cj.jdbc.MysqlDataSource;
import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.statement.StatementSnapshot;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests a batch that the driver rewrites to few statements, and for whose parts it reports no numbers of rows. */
@ExtendWith(DatabasesExtension.class)
final class RewrittenBatchIT {
    private static final int ROWS = 100;

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "H2")
    void rowsAffected_ofARewrittenBatch_areNotKnown(Database database, Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(database, "rewritten");
        String name = "rewritten-" + database;
        try (Tollbooth tollbooth = Tollbooth.builder()
                        .setting("name", name)
                        .setting("jmx", "off")
                        .build();
                Connection connection = tollbooth.wrap(rewriting(endpoint)).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (id INT, b VARCHAR(20))");
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
                insert(insert, ROWS);
                assertThat(insert.executeBatch()).hasSize(ROWS).containsOnly(Statement.SUCCESS_NO_INFO);
                StatementSnapshot row = row(tollbooth);
                assertThat(row.rowsAffected()).isNull();
                assertThat(row.rowsUnknown()).isEqualTo(1);

                insert(insert, 1);
                assertThat(insert.executeBatch()).containsExactly(1);
                row = row(tollbooth);
                assertThat(row.rowsAffected())
                        .as("of those that the driver said")
                        .isEqualTo(1);
                assertThat(row.rowsUnknown()).isEqualTo(1);
                assertThat(row.count()).isEqualTo(2);
            }
        }
    }

    private static DataSource rewriting(Endpoint endpoint) throws SQLException {
        if (endpoint.database() == Database.MARIADB) {
            MysqlDataSource mysql = new MysqlDataSource();
            mysql.setUrl(endpoint.url().replace("jdbc:mariadb:", "jdbc:mysql:") + "?rewriteBatchedStatements=true");
            mysql.setUser(endpoint.user());
            mysql.setPassword(endpoint.password());
            return mysql;
        }
        String url = endpoint.url() + (endpoint.url().contains("?") ? "&" : "?") + "reWriteBatchedInserts=true";
        return new Endpoint(endpoint.database(), url, endpoint.user(), endpoint.password()).driverDataSource();
    }

    private static void insert(PreparedStatement insert, int rows) throws SQLException {
        for (int i = 0; i < rows; i++) {
            insert.setInt(1, i);
            insert.setString(2, "vehicle " + i);
            insert.addBatch();
        }
    }

    private static StatementSnapshot row(Tollbooth tollbooth) {
        return tollbooth.statements().list().stream()
                .filter(row -> row.summary().startsWith("INSERT"))
                .toList()
                .get(0);
    }
}
