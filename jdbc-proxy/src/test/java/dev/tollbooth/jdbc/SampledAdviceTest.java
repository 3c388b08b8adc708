package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.statement.Advice;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import org.h2.jdbc.JdbcResultSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests advice from samples, which are taken from the first request on. */
class SampledAdviceTest {

    private static final int TRANSACTIONS = 40;
    private static final int SAME = 6;
    private static final int RESULTS = 640;

    private final Tollbooth tollbooth = Tollbooth.builder()
            .setting("name", "sampled-advice")
            .setting("jmx", "off")
            .build();
    private Connection connection;

    private interface Work {
        void of(int number) throws SQLException;
    }

    @BeforeEach
    void open() throws SQLException {
        Properties properties = new Properties();
        properties.putAll(tollbooth.connectionProperties());
        connection = DriverManager.getConnection("jdbc:tollbooth:h2:mem:", properties);
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table item (id int, name varchar(9), note varchar(9), price int, stock int)");
            statement.execute("create sequence item_id");
            statement.execute("insert into item values (1, 'a', 'b', 2, 9), (2, 'c', 'd', 3, 9)");
        }
        connection.setAutoCommit(false);
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
        tollbooth.close();
    }

    private void price(int id) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("select price from item where id = ?")) {
            select.setInt(1, id);
            select.executeQuery().next();
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void inTransactions(Work work) throws SQLException {
        for (int i = 0; i < TRANSACTIONS; i++) {
            for (int j = 0; j < SAME; j++) {
                work.of(j);
            }
            connection.commit();
        }
    }

    private List<Advice> found(String kind) {
        return tollbooth.advice().stream()
                .filter(each -> each.kind().equals(kind))
                .toList();
    }

    @Test
    void sameAgain_selectRepeatedInTransactions_savesAllButOneOfEach() throws SQLException {
        assertThat(found("same-again")).isEmpty(); // and asks for samples
        inTransactions(number -> price(1));
        List<Advice> found = found("same-again");
        assertThat(found).hasSize(1);
        assertThat(found.get(0).about()).isEqualTo("select item");
        int saved = TRANSACTIONS * (SAME - 1);
        assertThat(found.get(0).savedRoundTrips()).isBetween(saved / 2L, saved * 2L);
    }

    @Test
    void sameAgain_oneStatementForAllTransactions_isFoundToo() throws SQLException {
        tollbooth.advice();
        try (PreparedStatement select = connection.prepareStatement("select price from item where id = ?")) {
            inTransactions(number -> {
                select.setInt(1, 1);
                select.executeQuery().next();
            });
        }
        assertThat(found("same-again")).hasSize(1);
    }

    @Test
    void sameAgain_textWithLiterals_isFoundToo() throws SQLException {
        tollbooth.advice();
        inTransactions(number -> execute("select price from item where id = 1"));
        assertThat(found("same-again")).hasSize(1);
    }

    @Test
    void sameAgain_nobodyHasAsked_isNotLookedFor() throws SQLException {
        inTransactions(number -> price(1));
        assertThat(found("same-again")).isEmpty();
    }

    @Test
    void sameAgain_otherParametersOrAChangeBetweenOrASequence_isNotShown() throws SQLException {
        tollbooth.advice();
        inTransactions(this::price);
        inTransactions(number -> execute("select price from item where name = '" + number + "'"));
        inTransactions(number -> execute("select nextval('item_id') from item"));
        inTransactions(number -> {
            execute("select note from item where id = 1");
            execute("update item set note = 'x' where id = 1");
        });
        connection.setAutoCommit(true);
        inTransactionsOfOne();
        assertThat(found("same-again")).isEmpty();
    }

    private void inTransactionsOfOne() throws SQLException {
        for (int i = 0; i < TRANSACTIONS * SAME; i++) {
            execute("select name from item where id = 1");
        }
    }

    private void readIdAndName(String sql) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql);
                ResultSet rows = select.executeQuery()) {
            assertThat(rows).isInstanceOf(ResultSet.class);
            while (rows.next()) {
                rows.getInt("ID");
                rows.getString("name");
            }
        }
    }

    @Test
    void unreadColumns_ofAllColumns_namesThoseThatNoGetterAskedFor() throws SQLException {
        tollbooth.advice();
        for (int i = 0; i < RESULTS; i++) {
            readIdAndName("select * from item where id < 9");
            readIdAndName("select 'a secret', id, name, note, price from item");
            readIdAndName("select id, name, note, price from item"); // half of them
        }
        List<Advice> found = found("unread-columns");
        assertThat(found)
                .extracting(Advice::why)
                .containsExactlyInAnyOrder(
                        "nothing reads 3 of 5 columns: NOTE, PRICE, STOCK",
                        "nothing reads 3 of 5 columns: column 1, NOTE, PRICE");
    }

    @Test
    void unreadColumns_resultReadByTheDriversOwnClass_isNotShown() throws SQLException {
        tollbooth.advice();
        for (int i = 0; i < RESULTS; i++) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("select * from item");
                ResultSet rows = statement.getResultSet();
                assertThat(statement.getResultSet()).as("result %d", i).isSameAs(rows);
                rows.next();
                assertThat(rows.unwrap(JdbcResultSet.class).getInt(4)).isPositive();
                assertThat(rows).isEqualTo(rows).isNotEqualTo(statement);
            }
        }
        assertThat(found("unread-columns")).isEmpty();
        assertThat(tollbooth.statements().list()).anyMatch(row -> row.count() == RESULTS && row.rowsSent() == RESULTS);
    }

    @Test
    void unreadColumns_resultWithoutRowsOrNobodyHasAsked_isNotShown() throws SQLException {
        for (int i = 0; i < RESULTS; i++) {
            readIdAndName("select * from item where id < 9");
        }
        tollbooth.advice();
        for (int i = 0; i < RESULTS; i++) {
            readIdAndName("select * from item where id > 9");
        }
        assertThat(found("unread-columns")).isEmpty();
    }
}
