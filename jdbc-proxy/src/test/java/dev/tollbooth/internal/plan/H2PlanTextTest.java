package dev.tollbooth.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the plan's text from H2's EXPLAIN. */
final class H2PlanTextTest {

    private Connection connection;
    private Statement statement;

    @BeforeEach
    void connect() throws SQLException {
        connection = DriverManager.getConnection("jdbc:h2:mem:");
        statement = connection.createStatement();
        statement.execute("create table customer(id int primary key, name varchar(50), region varchar)");
        statement.execute("create table orders(id int primary key, customer_id int, total int, note varchar)");
        statement.execute("create index by_customer on orders(customer_id)");
        statement.execute("create index by_note on orders(note)");
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private String plan(String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery("EXPLAIN " + sql)) {
            return H2PlanText.read(rows);
        }
    }

    @Test
    void plan_ofAJoin_isItsTablesIndexesAndClauses() throws SQLException {
        assertThat(plan("select c.name, sum(o.total) from customer c left join orders o on o.customer_id = c.id"
                        + " where c.id = 7 group by c.name having sum(o.total) > 10 order by 2 limit 5"))
                .matches("""
                        select
                        from PUBLIC.CUSTOMER
                          using PUBLIC.PRIMARY_KEY_\\w+
                        left outer join PUBLIC.ORDERS
                          using PUBLIC.BY_CUSTOMER
                        group
                        having
                        order
                        fetch""");
    }

    @Test
    void plan_ofQueriesInside_isIndented() throws SQLException {
        assertThat(plan("select x.id from (select id from customer where id > 5) x"
                        + " where exists (select 1 from orders where customer_id = x.id)"))
                .contains("from query")
                .contains("\n  from PUBLIC.ORDERS\n    using PUBLIC.BY_CUSTOMER");
        assertThat(plan("select id from customer union all select id from orders"))
                .contains("union")
                .contains("from PUBLIC.CUSTOMER")
                .contains("from PUBLIC.ORDERS");
    }

    @Test
    void plan_ofWrites_namesTheirTable() throws SQLException {
        assertThat(plan("insert into orders values (1, 2, 3, 'x')")).isEqualTo("insert into PUBLIC.ORDERS\nvalues");
        assertThat(plan("update orders set note = 'a' where customer_id = 3"))
                .isEqualTo("update PUBLIC.ORDERS\n  using PUBLIC.BY_CUSTOMER");
        assertThat(plan("delete from orders where total = 3"))
                .isEqualTo("delete from PUBLIC.ORDERS\n  using PUBLIC.ORDERS.tableScan");
    }

    @Test
    void plan_ofOtherConstants_isTheSame() throws SQLException {
        String template =
                "select * from orders o join customer c on c.id = o.customer_id where o.note = '%s' and c.name <> '%s'";
        String plain = plan(template.formatted("a", "b"));
        for (String constant : new String[] {
            "it''s", "*/ from x", "/* select", "\"quoted\" join y", "with\nlines", "", "SELECT 1 FROM SECRET"
        }) {
            assertThat(plan(template.formatted(constant, constant)))
                    .as(constant)
                    .isEqualTo(plain);
        }
        assertThat(plain).contains("using PUBLIC.BY_NOTE").doesNotContain("'");
        assertThat(plan("select * from customer where id in (1, 2, 3)"))
                .isEqualTo(plan("select * from customer where id in (4, 5)"));
    }

    @Test
    void plan_withoutItsIndex_isAnother() throws SQLException {
        String before = plan("select * from orders where customer_id = 1");
        statement.execute("drop index by_customer");
        assertThat(plan("select * from orders where customer_id = 1"))
                .isNotEqualTo(before)
                .contains("tableScan");
    }
}
