package dev.tollbooth.integration.digest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.integration.workload.Route;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.statement.Digest;
import dev.tollbooth.statement.Normalizer;
import dev.tollbooth.statement.SqlDialect;
import dev.tollbooth.statement.StatementSnapshot;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests that each statement through Tollbooth is found in {@code pg_stat_statements} by the digest of the text that the
 * server shows.
 */
@ExtendWith(DatabasesExtension.class)
final class PgStatStatementsIT {
    private static final int FEWEST = 200;

    private final Normalizer normalizer = Tollbooth.normalizer(SqlDialect.POSTGRESQL);

    @ParameterizedTest
    @EnumSource(
            value = Database.class,
            names = {"POSTGRESQL_14", "POSTGRESQL_18"})
    void digest_ofServersText_equalsOurs(Database database, Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(database, "digests");
        List<String> statements = statements();
        try (Connection server = endpoint.connectDirectly();
                Connection connection = Route.TOLLBOOTH.connect(endpoint)) {
            prepare(server);
            List<String> notAtServer = new ArrayList<>();
            Set<Digest> digests = new HashSet<>();
            for (String sql : statements) {
                reset(server);
                execute(connection, sql);
                Digest ours = normalizer.digest(sql);
                digests.add(ours);
                if (!digestsOfServer(server).contains(ours)) {
                    notAtServer.add(sql);
                }
            }
            System.out.println(database + " statements=" + statements.size() + " joined="
                    + (statements.size() - notAtServer.size()) + " digests=" + digests.size());
            assertThat(notAtServer).isEmpty();
            assertThat(digestsOfTollbooth()).containsAll(digests);
            assertThat(digests).hasSizeGreaterThan(FEWEST / 2);
        }
    }

    private static void prepare(Connection server) throws SQLException {
        try (Statement statement = server.createStatement()) {
            statement.execute("CREATE EXTENSION pg_stat_statements");
            statement.execute(
                    "CREATE TABLE t (id int, a int, b text, ts timestamp, j jsonb, x int[], f float8, bo boolean)");
            statement.execute("CREATE TABLE u (id int)");
        }
    }

    /**
     * Resets the server's statistics before each statement, because the server shows one text for two statements with
     * the same plan.
     */
    private static void reset(Connection server) throws SQLException {
        try (Statement statement = server.createStatement()) {
            statement.execute("SELECT pg_stat_statements_reset()");
        }
    }

    /** Reads the statements, which are separated by lines with a tilde. */
    private static List<String> statements() throws IOException {
        try (InputStream in = PgStatStatementsIT.class.getResourceAsStream("statements.sql")) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            List<String> statements = List.of(text.strip().split("\n~\n", -1));
            assertThat(statements).hasSizeGreaterThan(FEWEST);
            return statements;
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        if (!sql.replace("??", "").contains("?")) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            ParameterMetaData parameters = statement.getParameterMetaData();
            for (int i = 1; i <= parameters.getParameterCount(); i++) {
                if (parameters.getParameterType(i) == Types.INTEGER) {
                    statement.setInt(i, 1);
                } else {
                    statement.setString(i, "1");
                }
            }
            statement.execute();
        }
    }

    private Set<Digest> digestsOfServer(Connection server) throws SQLException {
        Set<Digest> digests = new HashSet<>();
        try (Statement statement = server.createStatement();
                ResultSet rows = statement.executeQuery("SELECT query FROM pg_stat_statements")) {
            while (rows.next()) {
                digests.add(normalizer.digest(rows.getString(1)));
            }
        }
        return digests;
    }

    private static Set<Digest> digestsOfTollbooth() {
        Set<Digest> digests = new HashSet<>();
        for (StatementSnapshot row : Tollbooth.shared().statements().list()) {
            Digest digest = row.digest();
            if (digest != null) {
                digests.add(digest);
            }
        }
        return digests;
    }
}
