package dev.tollbooth.internal.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.internal.cost.RuOwner;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.execution.StatementFunnel;
import dev.tollbooth.internal.journal.Account;
import dev.tollbooth.internal.journal.EntryRuState;
import dev.tollbooth.internal.journal.Journal;
import dev.tollbooth.internal.journal.Session;
import dev.tollbooth.internal.journal.Spender;
import dev.tollbooth.jdbc.Engine;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.statement.Sha256;
import dev.tollbooth.statement.StatementSnapshot;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that repeated executions of a statement, which are counted in batches, are visible to each reader at once. */
@Tag("jdk")
class RepeatedStatementsTest {

    /** More executions than a connection's journal has room for. */
    private static final int MANY = 100;

    private static final String SELECT = "select x from system_range(1, ?)";

    private final String name = UUID.randomUUID().toString();
    private Tollbooth tollbooth;
    private Connection connection;

    @BeforeEach
    void connect() throws SQLException {
        tollbooth = Tollbooth.builder().setting("jmx", "off").build();
        connection = open();
        connection.createStatement().execute("create table hits (id int primary key, n int)");
    }

    private Connection open() throws SQLException {
        return open(tollbooth);
    }

    private Connection open(Tollbooth by) throws SQLException {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:" + name);
        return by.wrap(h2).getConnection();
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
        tollbooth.close();
    }

    private static List<StatementSnapshot> rows(Tollbooth of, TextDigest digest) {
        return of.statements().list().stream()
                .filter(row -> digest.equals(row.digest()))
                .toList();
    }

    private StatementSnapshot row(TextDigest digest) {
        List<StatementSnapshot> rows = rows(tollbooth, digest);
        assertThat(rows).hasSize(1);
        return rows.get(0);
    }

    private static TextDigest digest(Statement statement) {
        Account last = ((StatementProxy) statement).account;
        assertThat(last).isNotNull();
        return last.digest();
    }

    private static void read(PreparedStatement statement, int rows) throws SQLException {
        statement.setInt(1, rows);
        try (ResultSet result = statement.executeQuery()) {
            while (result.next()) {
                result.getLong(1);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void reader_seesEachExecutionAndRowAtOnce(int fetchSize) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(SELECT)) {
            statement.setFetchSize(fetchSize);
            for (int i = 1; i <= MANY; i++) {
                read(statement, 3);
                StatementSnapshot row = row(digest(statement));
                assertThat(row.count()).isEqualTo(i);
                assertThat(row.histogram().total()).isEqualTo(i);
                assertThat(row.rowsSent()).isEqualTo(3L * i);
                assertThat(row.bytesRead()).isEqualTo(24L * i);
            }
        }
    }

    @Test
    void updates_countTheirRows() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("merge into hits key (id) values (?, 0)")) {
            for (int i = 0; i < MANY; i++) {
                statement.setInt(1, i);
                statement.executeUpdate();
            }
            assertThat(row(digest(statement)).rowsAffected()).isEqualTo(MANY);
        }
    }

    @Test
    void errorsAmongThem_areCountedAsErrors() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("insert into hits values (?, 0)")) {
            for (int i = 0; i < MANY; i++) {
                statement.setInt(1, i / 2);
                if (i % 2 == 0) {
                    statement.executeUpdate();
                } else {
                    assertThatThrownBy(statement::executeUpdate).isInstanceOf(SQLException.class);
                }
            }
            StatementSnapshot row = row(digest(statement));
            assertThat(row.count()).isEqualTo(MANY);
            assertThat(row.errors()).isEqualTo(MANY / 2);
            assertThat(row.rowsAffected()).isEqualTo(MANY / 2);
        }
    }

    @Test
    void statementsWithinAResultSet_andTheTextsOfOneStatement_countInTheirRows() throws SQLException {
        try (PreparedStatement outer = connection.prepareStatement(SELECT);
                PreparedStatement inner = connection.prepareStatement(SELECT + " where x > 0");
                Statement texts = connection.createStatement()) {
            outer.setInt(1, MANY);
            List<TextDigest> ofTexts = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                try (ResultSet rows = outer.executeQuery()) {
                    while (rows.next()) {
                        read(inner, 2);
                    }
                }
                for (String text : List.of("select 1 as a", "select 1 as b")) {
                    for (int times = 0; times < MANY; times++) {
                        texts.execute(text);
                    }
                    ofTexts.add(digest(texts));
                }
            }
            assertThat(row(digest(outer)).count()).isEqualTo(20);
            assertThat(row(digest(outer)).rowsSent()).isEqualTo(20 * MANY);
            assertThat(row(digest(inner)).count()).isEqualTo(20 * MANY);
            assertThat(row(digest(inner)).rowsSent()).isEqualTo(2 * 20 * MANY);
            assertThat(ofTexts.stream().distinct().map(digest -> row(digest).count()))
                    .containsExactly(20L * MANY, 20L * MANY);
        }
    }

    @Test
    void threadsOnOneStatement_andOnOneConnection_areCountedExactly() throws Exception {
        int executions = 20_000;
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try (PreparedStatement shared = connection.prepareStatement("update hits set n = n + 1 where id = 0");
                PreparedStatement other =
                        connection.prepareStatement("update hits set n = n + 1 where id = 0 and n >= 0")) {
            connection.createStatement().execute("insert into hits values (0, 0)");
            List<Future<Long>> all = new ArrayList<>();
            for (PreparedStatement statement : List.of(shared, shared, shared, other)) {
                all.add(threads.submit(() -> {
                    long affected = 0;
                    for (int i = 0; i < executions; i++) {
                        affected += Math.max(0, statement.executeUpdate());
                    }
                    return affected;
                }));
            }
            long ofOther = all.remove(3).get();
            long ofShared = 0;
            for (Future<Long> one : all) {
                ofShared += one.get(); // the driver mixes them up sometimes, and says -1
            }
            assertThat(row(digest(shared)).count()).isEqualTo(3 * executions);
            assertThat(row(digest(shared)).rowsAffected()).isEqualTo(ofShared);
            assertThat(row(digest(other)).count()).isEqualTo(executions);
            assertThat(row(digest(other)).rowsAffected()).isEqualTo(ofOther);
            assertThat(tollbooth.running()).isEmpty();
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void statementThatIsDropped_andConnectionToo_loseNothing() throws Exception {
        TextDigest digest = executeAndDrop();
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(10);
            assertThat(row(digest).count()).isEqualTo(MANY);
            assertThat(row(digest).rowsSent()).isEqualTo(MANY);
        }
    }

    @SuppressWarnings("MustBeClosedChecker")
    private TextDigest executeAndDrop() throws SQLException {
        PreparedStatement statement = open().prepareStatement(SELECT);
        for (int i = 0; i < MANY; i++) {
            statement.setInt(1, 1);
            statement.executeQuery().next();
        }
        // the next call makes the driver close it, so its last row counts
        ((StatementProxy) statement).endFetches();
        return digest(statement);
    }

    @Test
    void truncateInBetween_leavesWhatCameAfter() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(SELECT)) {
            for (int i = 1; i <= MANY; i++) {
                read(statement, 1);
                if (i % 30 == 0) {
                    tollbooth.statements().reset();
                }
            }
            assertThat(row(digest(statement)).count()).isEqualTo(MANY % 30);
            assertThat(row(digest(statement)).rowsSent()).isEqualTo(MANY % 30);
        }
    }

    @Test
    void statementThatFoundNoRoom_isCountedInItsOwnRow_onceThereIsSome() throws SQLException {
        try (Tollbooth small = Tollbooth.builder()
                        .setting("jmx", "off")
                        .setting("digests.size", "2")
                        .build();
                Connection narrow = open(small);
                PreparedStatement first = narrow.prepareStatement("select 1 as a");
                PreparedStatement second = narrow.prepareStatement("select 1 as b");
                PreparedStatement third = narrow.prepareStatement("select 1 as c")) {
            first.execute();
            second.execute();
            third.execute();
            assertThat(rows(small, digest(third))).isEmpty();
            Engine.of(small).statements().evictColdest(1);
            third.execute();
            assertThat(rows(small, digest(third)))
                    .extracting(StatementSnapshot::count)
                    .containsExactly(1L);
            assertThat(small.statements().lost()).isEqualTo(1);
        }
    }

    @Test
    void twoThreadsWithDifferentTextsOnOneStatement_countInTheRowsOfTheirOwn() throws Exception {
        int executions = 20_000;
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try (StatementProxy statement = (StatementProxy) connection.createStatement()) {
            List<String> texts = List.of("select 1 as a", "select 1 as b");
            List<Future<?>> all = new ArrayList<>();
            for (String text : texts) {
                all.add(threads.submit(() -> {
                    for (int i = 0; i < executions; i++) {
                        execute(statement, text);
                    }
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
            for (String text : texts) {
                assertThat(row(statement.funnel.digest(text)).count()).isEqualTo(executions);
            }
            assertThat(tollbooth.running()).isEmpty();
        } finally {
            threads.shutdownNow();
        }
    }

    private static void execute(Statement statement, String sql) {
        try {
            statement.execute(sql);
        } catch (SQLException | RuntimeException ofTheDriver) {
            // H2 confuses threads of one statement, but it is an execution all the same
            assertThat(ofTheDriver).isNotNull();
        }
    }

    @Test
    void statementOfOneText_inAnotherSchemaOrAfterTruncate_isCountedInItsOwnRow() throws SQLException {
        String sql = "select 5";
        executeOnce(sql);
        executeOnce(sql);
        connection.createStatement().execute("create schema other");
        connection.setSchema("OTHER");
        executeOnce(sql);
        connection.setSchema("PUBLIC");
        assertThat(counts(sql)).containsExactlyInAnyOrder("PUBLIC 2", "OTHER 1");
        tollbooth.statements().reset();
        executeOnce(sql);
        assertThat(counts(sql)).containsExactly("PUBLIC 1");
    }

    private void executeOnce(String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            assertThat(statement.execute()).isTrue();
        }
    }

    private List<String> counts(String sql) {
        return rows(tollbooth, ((ConnectionProxy) connection).funnel.digest(sql)).stream()
                .map(row -> row.schema() + " " + row.count())
                .toList();
    }

    @Test
    void resultOfAClosedStatement_readLater_isNotTheNextOnes() throws SQLException {
        Statement first = connection.createStatement();
        ResultSet late = first.executeQuery("select x from system_range(1, 10)");
        late.next();
        first.close();
        try (Statement second = connection.createStatement();
                ResultSet rows = second.executeQuery("select x + 1 from system_range(1, 5)")) {
            late.close();
            while (rows.next()) {
                rows.getLong(1);
            }
        }
        List<String> seen = new ArrayList<>();
        for (StatementSnapshot row : tollbooth.statements().list()) {
            if (row.digest() != null && row.digest().text().contains("system_range")) {
                seen.add(row.count() + " " + row.rowsSent());
            }
        }
        assertThat(seen).containsExactlyInAnyOrder("1 1", "1 5");
    }

    @Test
    void runningIds_ofStatementsInTurn_differ() throws SQLException {
        StatementFunnel funnel = ((ConnectionProxy) connection).funnel;
        Session session = funnel.session;
        Spender spender = Engine.of(tollbooth)
                .sessions()
                .spender(Engine.of(tollbooth).statements().schema("shop"), new RuOwner("", "off", ""), null);
        Account account = spender.account(funnel.digest("select 1"), Sha256.NONE);
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            Journal journal = session.claim(() -> {});
            session.begin(journal, account, EntryRuState.OFF.flags(false), 0, false, i);
            ids.add(tollbooth.running().get(0).id());
            journal.setEnded(1, 0);
            session.end(journal, EntryRuState.OFF, 0, 0);
        }
        assertThat(ids).hasSize(50);
    }

    /**
     * Tests statements that are closed twice, the second time by another thread: a late close must not release the
     * claim of another.
     */
    @Test
    void threadsOnOneConnection_closingTwice_countEachExecutionInItsRow() throws Exception {
        int threads = 3;
        int rounds = 2_000;
        ExecutorService pool = Executors.newFixedThreadPool(2 * threads);
        try {
            List<Future<?>> tasks = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                String sql = "select 5 as t" + thread;
                tasks.add(pool.submit(() -> {
                    for (int round = 0; round < rounds; round++) {
                        PreparedStatement statement = connection.prepareStatement(sql);
                        try (ResultSet rows = statement.executeQuery()) {
                            assertThat(rows.next()).isTrue();
                        }
                        Future<?> beside = pool.submit(() -> closeBeside(statement));
                        closeBeside(statement);
                        beside.get();
                    }
                    return null;
                }));
            }
            for (Future<?> task : tasks) {
                task.get();
            }
        } finally {
            pool.shutdownNow();
        }
        for (int thread = 0; thread < threads; thread++) {
            assertThat(counts("select 5 as t" + thread)).containsExactly("PUBLIC " + rounds);
        }
    }

    private static void closeBeside(Statement statement) {
        try {
            statement.close();
        } catch (SQLException closesToo) {
            // H2 fails if two threads close one statement
            assertThat(closesToo.getMessage()).contains("is null");
        }
    }
}
