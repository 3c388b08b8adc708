package dev.tollbooth.junit.orders;

import static dev.tollbooth.junit.StatementAssertions.assertThatStatements;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.List;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class HibernateStatementsTest {

    private static OrderTables tables;
    private static SessionFactory factory;

    @BeforeAll
    static void open() throws SQLException {
        tables = new OrderTables("hibernate");
        factory = new Configuration()
                .addAnnotatedClass(OrderEntity.class)
                .addAnnotatedClass(OrderLineEntity.class)
                .setProperty("hibernate.connection.url", tables.url)
                .buildSessionFactory();
    }

    @AfterAll
    static void close() throws SQLException {
        factory.close();
        tables.close();
    }

    private static int lines(String query) {
        return factory.fromTransaction(session -> orders(session, query).stream()
                .mapToInt(order -> order.lines.size())
                .sum());
    }

    private static List<OrderEntity> orders(Session session, String query) {
        return session.createSelectionQuery(query, OrderEntity.class).getResultList();
    }

    @Test
    void lines_lazilyLoaded_areARepetition() {
        assertThatThrownBy(() -> assertThatStatements(() -> lines("from OrderEntity"))
                        .executes(1, "SELECT orders")
                        .executes(OrderTables.ORDERS, "SELECT order_line")
                        .hasNoRepetitionInTransaction())
                .hasMessageContaining("3 x select order_line with 3 different values in one transaction, at "
                        + HibernateStatementsTest.class.getName() + ".lines(");
    }

    @Test
    void lines_fetchedWithTheirOrders_areOneStatement() {
        assertThatStatements(() -> assertThat(lines("select o from OrderEntity o join fetch o.lines"))
                        .isEqualTo(2 * OrderTables.ORDERS))
                .executes(1)
                .hasNoRepetition();
    }
}
