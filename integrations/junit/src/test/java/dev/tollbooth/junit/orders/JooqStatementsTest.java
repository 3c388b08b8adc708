package dev.tollbooth.junit.orders;

import static dev.tollbooth.junit.StatementAssertions.assertThatStatements;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.table;

import java.sql.SQLException;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.Test;

final class JooqStatementsTest {

    private static int lines(DSLContext jooq, int order) {
        return jooq.fetchCount(table("order_line"), field("order_id").eq(order));
    }

    @Test
    void queryForEachRow_isARepetition() throws SQLException {
        try (OrderTables tables = new OrderTables("jooq")) {
            DSLContext jooq = DSL.using(tables.connection, SQLDialect.H2);
            assertThatStatements(() -> lines(jooq, 1)).executes(1).hasNoRepetition();
            assertThatThrownBy(() -> assertThatStatements(() -> jooq.select(field("id"))
                                    .from(table("orders"))
                                    .fetchInto(int.class)
                                    .forEach(order -> lines(jooq, order)))
                            .executes(1, "SELECT orders")
                            .hasNoRepetition())
                    .hasMessageContaining("3 x select")
                    .hasMessageContaining(" with 3 different values, at " + JooqStatementsTest.class.getName()
                            + ".lines(JooqStatementsTest.java:");
        }
    }
}
