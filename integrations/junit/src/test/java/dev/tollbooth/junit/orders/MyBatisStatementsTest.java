package dev.tollbooth.junit.orders;

import static dev.tollbooth.junit.StatementAssertions.assertThatStatements;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import org.apache.ibatis.datasource.pooled.PooledDataSource;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.junit.jupiter.api.Test;

final class MyBatisStatementsTest {

    @Test
    void mapperForEachRow_isARepetition() throws SQLException {
        try (OrderTables tables = new OrderTables("mybatis")) {
            PooledDataSource pool = new PooledDataSource("dev.tollbooth.jdbc.TollboothDriver", tables.url, null, null);
            Configuration configuration =
                    new Configuration(new Environment("test", new JdbcTransactionFactory(), pool));
            configuration.addMapper(OrderMapper.class);
            SqlSessionFactory factory = new SqlSessionFactoryBuilder().build(configuration);
            try (SqlSession session = factory.openSession()) {
                OrderMapper mapper = session.getMapper(OrderMapper.class);
                assertThatStatements(() -> mapper.lines(1)).executes(1).hasNoRepetition();
                assertThatThrownBy(() -> assertThatStatements(
                                        () -> mapper.orders().forEach(order -> mapper.lines(order)))
                                .executes(1, "SELECT orders")
                                .hasNoRepetitionInTransaction())
                        .hasMessageContaining(" x select order_line with ")
                        .hasMessageContaining(" at " + MyBatisStatementsTest.class.getName() + ".");
            } finally {
                pool.forceCloseAll();
            }
        }
    }
}
