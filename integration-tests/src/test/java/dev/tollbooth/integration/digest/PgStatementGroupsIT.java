package dev.tollbooth.integration.digest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.statement.Digest;
import dev.tollbooth.statement.Normalizer;
import dev.tollbooth.statement.SqlDialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the groups that digests make of many expressions with those of {@code pg_stat_statements}. */
@ExtendWith(DatabasesExtension.class)
final class PgStatementGroupsIT {
    private static final int STATEMENTS = 5_000;
    private static final int WITH_PARAMETERS = 500;
    private static final String IDENTIFIER = "Query Identifier: ";

    private final Normalizer normalizer = Tollbooth.normalizer(SqlDialect.POSTGRESQL);
    private final SqlExpressions expressions = new SqlExpressions(new Random(20261126));
    private final Map<Digest, Map<String, String>> byDigest = new HashMap<>();
    private final Map<String, Map<Digest, String>> byServer = new HashMap<>();

    @ParameterizedTest
    @EnumSource(
            value = Database.class,
            names = {"POSTGRESQL_14", "POSTGRESQL_18"})
    void digest_expressions_groupsThemAsTheServerDoes(Database database, Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(database, "statement_groups");
        try (Connection connection = endpoint.connectDirectly();
                Statement statement = connection.createStatement()) {
            prepare(statement);
            Set<String> texts = new HashSet<>();
            while (texts.size() < STATEMENTS) {
                String query = expressions.query();
                String flipped = expressions.flipped(query);
                for (String shape : List.of(query, query, flipped, flipped)) {
                    String sql = expressions.fill(shape, false);
                    if (executes(statement, sql) && texts.add(sql)) {
                        add(sql, identifier(statement, sql));
                    }
                }
            }
            System.out.println(database + " statements=" + texts.size() + " digests=" + byDigest.size() + " of server="
                    + byServer.size());
            assertThat(several(byDigest))
                    .as("one digest, several of the server")
                    .isEmpty();
            assertThat(several(byServer))
                    .as("several digests, one of the server")
                    .isEmpty();
            assertThat(byServer).hasSizeGreaterThan(STATEMENTS / 4);
            assertServersTextsJoin(statement);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Database.class,
            names = {"POSTGRESQL_14", "POSTGRESQL_18"})
    void digest_expressionsOfParameters_groupsThemAsTheServerDoes(Database database, Databases databases)
            throws Exception {
        Endpoint endpoint = databases.empty(database, "parameter_groups");
        try (Connection connection = endpoint.connectDirectly();
                Statement statement = connection.createStatement()) {
            prepare(statement);
            Set<String> texts = new HashSet<>();
            while (texts.size() < WITH_PARAMETERS) {
                String query = expressions.query();
                for (String shape : List.of(query, expressions.flipped(query))) {
                    String sql = expressions.fill(shape, true);
                    statement.execute("SELECT pg_stat_statements_reset()");
                    if (!texts.contains(sql) && executesWithParameters(connection, sql)) {
                        texts.add(sql);
                        add(sql, onlyIdentifier(statement));
                    }
                }
            }
            assertThat(several(byDigest))
                    .as("one digest, several of the server")
                    .isEmpty();
            assertThat(several(byServer))
                    .as("several digests, one of the server")
                    .isEmpty();
        }
    }

    private static void prepare(Statement statement) throws SQLException {
        statement.execute("CREATE EXTENSION pg_stat_statements");
        statement.execute(SqlExpressions.TABLE);
        statement.execute("SET compute_query_id = on");
        statement.execute("SELECT pg_stat_statements_reset()");
    }

    private void add(String sql, String identifier) {
        Digest digest = normalizer.digest(sql);
        byDigest.computeIfAbsent(digest, key -> new HashMap<>()).put(identifier, sql);
        byServer.computeIfAbsent(identifier, key -> new HashMap<>()).put(digest, sql);
    }

    private static <K, V> Map<K, Map<V, String>> several(Map<K, Map<V, String>> groups) {
        Map<K, Map<V, String>> several = new HashMap<>(groups);
        several.values().removeIf(members -> members.size() < 2);
        return several;
    }

    /** Executes a statement; returns false if the server rejects it, such as a division of constants by zero. */
    private static boolean executes(Statement statement, String sql) {
        try {
            return statement.execute(sql);
        } catch (SQLException e) {
            assertThat(e.getMessage()).as(sql).contains("by zero");
            return false;
        }
    }

    /** Executes a statement with parameters; returns false if the server can't infer a parameter's type. */
    private static boolean executesWithParameters(Connection connection, String sql) {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            long parameters = sql.chars().filter(c -> c == '?').count();
            for (int i = 1; i <= parameters; i++) {
                statement.setNull(i, Types.NULL);
            }
            return statement.execute();
        } catch (SQLException e) {
            return false;
        }
    }

    private static String identifier(Statement statement, String sql) throws SQLException {
        try (ResultSet plan = statement.executeQuery("EXPLAIN (VERBOSE, COSTS OFF) " + sql)) {
            while (plan.next()) {
                if (plan.getString(1).startsWith(IDENTIFIER)) {
                    return plan.getString(1).substring(IDENTIFIER.length());
                }
            }
        }
        throw new AssertionError("no identifier: " + sql);
    }

    private static String onlyIdentifier(Statement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery(
                "SELECT queryid FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_statements%'")) {
            assertThat(rows.next()).isTrue();
            String identifier = rows.getString(1);
            assertThat(rows.next()).isFalse();
            return identifier;
        }
    }

    /** Asserts that each text of the server has the digest of the statements that it is shown for. */
    private void assertServersTextsJoin(Statement statement) throws SQLException {
        int joined = 0;
        try (ResultSet rows = statement.executeQuery("SELECT queryid, query FROM pg_stat_statements")) {
            while (rows.next()) {
                Map<Digest, String> ours = byServer.get(rows.getString(1));
                if (ours != null) {
                    assertThat(ours).containsKey(normalizer.digest(rows.getString(2)));
                    joined++;
                }
            }
        }
        assertThat(joined).isEqualTo(byServer.size());
    }
}
