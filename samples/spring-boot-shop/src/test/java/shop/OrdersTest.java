package shop;

import static dev.tollbooth.junit.StatementAssertions.assertThatStatements;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.junit.ExpectStatements;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.DatabasePopulatorUtils;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** Tests the statements of the shop's methods. */
final class OrdersTest {

    private Orders orders;

    @BeforeEach
    void openShop() {
        DriverManagerDataSource database =
                new DriverManagerDataSource("jdbc:tollbooth:h2:mem:orders;DB_CLOSE_DELAY=-1");
        JdbcTemplate jdbc = new JdbcTemplate(database);
        jdbc.execute("DROP ALL OBJECTS");
        DatabasePopulatorUtils.execute(new ResourceDatabasePopulator(new ClassPathResource("schema.sql")), database);
        orders = new Orders(jdbc);
        orders.sell(1, "one");
        orders.sell(2, "another");
    }

    @Test
    @ExpectStatements(exactly = 2, noRepetition = true)
    void sell_ofOnePiece_takesTwoStatements() {
        orders.sell(3, "you");
    }

    /**
     * Tests the method with an N+1, which stays as an example to find. A real project's test would require that there
     * is none.
     */
    @Test
    void latest_namesEachProductByAStatement() {
        assertThatThrownBy(() -> assertThatStatements(orders::latest).hasNoRepetition())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("2 x SELECT product with 2 different values, at shop.Orders.latest(Orders.java:")
                .hasMessageContaining(", from shop.OrdersTest.latest_namesEachProductByAStatement(OrdersTest.java:");
    }
}
