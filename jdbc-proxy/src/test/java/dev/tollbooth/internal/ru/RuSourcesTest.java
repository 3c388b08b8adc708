package dev.tollbooth.internal.ru;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tollbooth.jdbc.Engine;
import dev.tollbooth.jdbc.SettingsException;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.report.ItemInterval;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.RuItem;
import dev.tollbooth.report.RuRecord;
import dev.tollbooth.statement.StatementSnapshot;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how the costs of a source, reported at different times, appear in the statement table and in reports. */
final class RuSourcesTest {

    private final List<Report> reports = new CopyOnWriteArrayList<>();

    private static Tollbooth tollbooth() {
        return tollbooth("scripted");
    }

    private static Tollbooth tollbooth(String source) {
        return Tollbooth.builder()
                .setting("jmx", "off")
                .setting("ru.source", source)
                .setting("keyspace", "shop")
                .build();
    }

    private static Connection connect(Tollbooth tollbooth) throws SQLException {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:");
        return tollbooth.wrap(h2).getConnection();
    }

    private static StatementSnapshot row(Tollbooth tollbooth, String part) {
        return tollbooth.statements().list().stream()
                .filter(row -> String.valueOf(row.digestText()).contains(part))
                .findFirst()
                .orElseThrow();
    }

    private static void read(Connection connection, String alias) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT x AS " + alias + " FROM system_range(1, 3)")) {
            while (rows.next()) {
                rows.getInt(1);
            }
        }
    }

    private RuRecord reported(Tollbooth tollbooth, String part) {
        String digest = row(tollbooth, part).digestHex();
        return reports.stream()
                .flatMap(report -> report.window().ruRecords().stream())
                .filter(record -> record.sqlDigest().hex().equals(digest))
                .findFirst()
                .orElseThrow();
    }

    private static double ru(RuRecord record) {
        return record.items().stream().mapToDouble(RuItem::ru).sum();
    }

    @Test
    void told_atExecutionOrAtTheLastRow_isCreditedUnderItsSourceUserAndPlan() throws SQLException {
        Tollbooth tollbooth = tollbooth();
        tollbooth.subscribe(reports::add, ItemInterval.SECONDS_15);
        try (tollbooth;
                Connection connection = connect(tollbooth)) {
            read(connection, "ru_7");
            read(connection, "ru_7");
            read(connection, "late_3");
            assertThat(row(tollbooth, "ru_7").sumRu()).isCloseTo(14, within(1e-9));
            assertThat(row(tollbooth, "ru_7").ruSource()).isEqualTo("scripted");
            assertThat(row(tollbooth, "late_3").sumRu()).isCloseTo(3, within(1e-9));
        }
        RuRecord told = reported(tollbooth, "ru_7");
        assertThat(told.user()).isEqualTo("app@%");
        assertThat(told.source()).isEqualTo("scripted");
        assertThat(told.planDigest()).isEqualTo(ScriptedRuSource.PLAN.digest());
        assertThat(ru(told)).isCloseTo(14, within(1e-9));
        assertThat(reports.get(0).planMetas()).extracting(meta -> meta.text()).contains("scan t");
    }

    @ParameterizedTest
    @ValueSource(strings = {"scripted", "scripted-hint"})
    void told_atTheEndOfAStatementThatTicksHaveMet_isOneRecordOfOneSource(String source) throws SQLException {
        Tollbooth tollbooth = tollbooth(source);
        tollbooth.subscribe(reports::add, ItemInterval.SECONDS_60);
        try (tollbooth;
                Connection connection = connect(tollbooth);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE ALIAS pause FOR 'java.lang.Thread.sleep(long)'");
            statement.executeQuery("SELECT pause(2200) AS ru_7").close();
        }
        String digest = row(tollbooth, "ru_7").digestHex();
        assertThat(reports.stream().flatMap(report -> report.window().ruRecords().stream()))
                .filteredOn(record -> record.sqlDigest().hex().equals(digest))
                .singleElement()
                .satisfies(record -> {
                    assertThat(record.source()).isEqualTo("scripted");
                    assertThat(record.planDigest()).isEqualTo(ScriptedRuSource.PLAN.digest());
                    assertThat(record.items()).singleElement().satisfies(item -> {
                        assertThat(item.ru()).isEqualTo(7);
                        assertThat(item.execCount()).isEqualTo(1);
                        assertThat(item.execDurationNanos()).isGreaterThan(2_000_000_000L);
                    });
                });
    }

    /** Tests a thread that executes the whole statement while the driver executes it for another thread. */
    @Test
    void told_ofAStatementThatTwoThreadsShare_isCreditedToTheOriginOfEach() throws Exception {
        ExecutorService other = Executors.newSingleThreadExecutor();
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:");
        AtomicReference<@Nullable Statement> shared = new AtomicReference<>();
        try (Tollbooth tollbooth = tollbooth();
                Connection connection = tollbooth
                        .wrap(driver(h2, DataSource.class, () -> {
                            Statement statement = shared.getAndSet(null);
                            if (statement != null) {
                                other.submit(() -> execute(tollbooth, "other", statement))
                                        .get();
                            }
                            return null;
                        }))
                        .getConnection();
                Statement statement = connection.createStatement()) {
            shared.set(statement);
            execute(tollbooth, "one", statement);
            assertThat(Engine.of(tollbooth).statements().origins())
                    .extracting(row -> row.origin() + " " + row.totals().ru())
                    .containsExactlyInAnyOrder("one 7.0", "other 7.0");
        } finally {
            other.shutdown();
        }
    }

    private static @Nullable Void execute(Tollbooth tollbooth, String origin, Statement statement) throws SQLException {
        tollbooth.withOrigin(origin, () -> statement.executeQuery("SELECT 1 AS ru_7"));
        return null;
    }

    /** Returns a driver's object whose statements run {@code hook} before each execution. */
    private static <T> T driver(Object target, Class<T> type, Callable<?> hook) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, args) -> {
            if (method.getName().equals("executeQuery")) {
                hook.call();
            }
            try {
                Object result = method.invoke(target, args);
                if (result instanceof Connection made) {
                    return driver(made, Connection.class, hook);
                }
                return result instanceof Statement made ? driver(made, Statement.class, hook) : result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }

    @Test
    void notTold_orFailing_isUnknownAndNeverEstimated() throws SQLException {
        Tollbooth tollbooth = tollbooth();
        tollbooth.subscribe(reports::add, ItemInterval.SECONDS_15);
        try (tollbooth;
                Connection connection = connect(tollbooth)) {
            read(connection, "silent");
            read(connection, "throws");
            try (Statement statement = connection.createStatement()) {
                statement.execute("SELECT 1 AS abandoned");
                statement.execute("SET LOCK_TIMEOUT 10");
            }
            for (String part : List.of("silent", "throws", "abandoned", "lock_timeout")) {
                assertThat(row(tollbooth, part).sumRu()).as(part).isNull();
                assertThat(row(tollbooth, part).count()).as(part).isEqualTo(1);
            }
        }
        for (String part : List.of("silent", "throws", "abandoned", "lock_timeout")) {
            assertThat(reported(tollbooth, part).items()).as(part).allMatch(RuItem::isUnknown);
        }
    }

    @Test
    void tollbooth_sourceNobodyKnows_saysWhichThereAre() {
        assertThatThrownBy(() -> Tollbooth.builder()
                        .setting("jmx", "off")
                        .setting("ru.source", "tidbb")
                        .build())
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("tollbooth.ru.source=tidbb")
                .hasMessageContaining("auto, estimate, off")
                .hasMessageContaining("scripted");
    }
}
