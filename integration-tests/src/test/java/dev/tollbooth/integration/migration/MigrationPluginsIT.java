package dev.tollbooth.integration.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.integration.process.ForkedJvm;
import dev.tollbooth.integration.process.OtherVersion;
import dev.tollbooth.integration.workload.Route;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.statement.StatementSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import liquibase.Liquibase;
import org.flywaydb.core.Flyway;
import org.flywaydb.database.mysql.MySQLDatabaseType;
import org.flywaydb.database.postgresql.PostgreSQLDatabaseType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests both tools in both versions: they accept the prefix with the plug-in, reject it without, and all of their
 * statements are counted.
 */
@ExtendWith(DatabasesExtension.class)
final class MigrationPluginsIT {
    private static final Path PLUGIN = Path.of("../integrations/frameworks/target/tollbooth-frameworks.jar");

    private static final Map<Line, OtherVersion<Migration>> OPEN = new EnumMap<>(Line.class);

    /** A version of a tool: that of the tests' class path, or one among the fixtures. */
    enum Line {
        FLYWAY_10("flyway-10", FlywayMigration.class),
        FLYWAY_13("", FlywayMigration.class, Flyway.class, PostgreSQLDatabaseType.class, MySQLDatabaseType.class),
        LIQUIBASE_4("liquibase-4", LiquibaseMigration.class),
        LIQUIBASE_5("", LiquibaseMigration.class, Liquibase.class);

        private final String directory;
        private final Class<? extends Migration> migration;
        private final List<Class<?>> onClassPath;

        Line(String directory, Class<? extends Migration> migration, Class<?>... onClassPath) {
            this.directory = directory;
            this.migration = migration;
            this.onClassPath = List.of(onClassPath);
        }

        void run(OtherVersion.Run<Migration> run) throws Exception {
            OtherVersion<Migration> tool = OPEN.get(this);
            if (tool == null) {
                tool = open(List.of(PLUGIN));
                OPEN.put(this, tool);
            }
            tool.run(run);
        }

        void runWithoutPlugin(OtherVersion.Run<Migration> run) throws Exception {
            try (OtherVersion<Migration> tool = open(List.of())) {
                tool.run(run);
            }
        }

        private OtherVersion<Migration> open(List<Path> plugins) throws IOException {
            List<Path> jars = new ArrayList<>(plugins);
            if (directory.isEmpty()) {
                onClassPath.forEach(type -> jars.add(ForkedJvm.placeOf(type)));
            } else {
                try (Stream<Path> files = Files.list(Databases.older(directory))) {
                    files.sorted().forEach(jars::add);
                }
            }
            return OtherVersion.open(
                    jars,
                    Migration.class,
                    migration,
                    List.of(
                            "org.flywaydb.",
                            "liquibase.",
                            "dev.tollbooth.flyway.",
                            "dev.tollbooth.liquibase.",
                            migration.getName()));
        }
    }

    @AfterAll
    static void closeTools() throws IOException {
        for (OtherVersion<Migration> tool : OPEN.values()) {
            tool.close();
        }
        OPEN.clear();
    }

    static Stream<Arguments> linesAndDatabases() {
        return Stream.of(Line.values())
                .flatMap(line -> Stream.of(Database.H2, Database.POSTGRESQL_18, Database.MARIADB)
                        .map(database -> Arguments.of(line, database)));
    }

    @ParameterizedTest
    @MethodSource("linesAndDatabases")
    void migration_byUrlWithPrefix_countsWhatTheWrappedDataSourceSends(
            Line line, Database database, Databases databases) throws Exception {
        SentStatements sent = new SentStatements();
        Map<String, Long> wrapped = new TreeMap<>();
        try (Tollbooth tollbooth =
                Tollbooth.builder().setting("name", "migration").build()) {
            Endpoint endpoint = databases.empty(database, "migration");
            line.run(tool -> tool.byDataSource(tollbooth.wrap(sent.under(endpoint.driverDataSource()))));
            wrapped.putAll(counts(tollbooth));
        }
        assertThat(wrapped.keySet()).anyMatch(row -> row.startsWith("CREATE") && row.endsWith("invoice"));
        assertThat(wrapped.values().stream().mapToLong(Long::longValue).sum())
                .isPositive()
                .isEqualTo(sent.count());

        Endpoint endpoint = databases.empty(database, "migration");
        String url =
                Route.TOLLBOOTH.url(endpoint) + (database == Database.H2 ? ";" : "?") + "tollbooth.name=migration-url";
        line.run(tool -> tool.byUrl(url, endpoint.user(), endpoint.password()));
        try (Tollbooth tollbooth = Tollbooth.shared(Map.of("tollbooth.name", "migration-url"))) {
            assertThat(counts(tollbooth)).isEqualTo(wrapped);
        }
    }

    @ParameterizedTest
    @EnumSource(Line.class)
    void migration_byUrlWithoutPlugin_isRefusedWithPrefixAlone(Line line, Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(Database.H2, "migration");
        line.runWithoutPlugin(tool -> assertThatThrownBy(
                        () -> tool.byUrl(Route.TOLLBOOTH.url(endpoint), endpoint.user(), endpoint.password()))
                .hasStackTraceContaining("jdbc:tollbooth:"));
    }

    @ParameterizedTest
    @EnumSource(Line.class)
    void migration_byPlainUrlWithPlugin_isAsWithoutIt(Line line, Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(Database.H2, "migration");
        Map<String, Long> before = counts(Tollbooth.shared());
        line.run(tool -> tool.byUrl(endpoint.url(), endpoint.user(), endpoint.password()));
        assertThat(counts(Tollbooth.shared())).isEqualTo(before);
    }

    private static Map<String, Long> counts(Tollbooth tollbooth) {
        Map<String, Long> counts = new TreeMap<>();
        for (StatementSnapshot row : tollbooth.statements().list()) {
            if (row.count() > 0) {
                counts.merge(row.summary(), row.count(), Long::sum);
            }
        }
        return counts;
    }
}
