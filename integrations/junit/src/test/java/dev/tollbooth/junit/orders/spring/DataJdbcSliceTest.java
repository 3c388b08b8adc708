package dev.tollbooth.junit.orders.spring;

import static dev.tollbooth.junit.StatementAssertions.assertThatStatements;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.junit.ExpectStatements;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jdbc.test.autoconfigure.DataJdbcTest;

/** Tests in a transaction that Spring begins for each test, on the slice's embedded database. */
@DataJdbcTest
class DataJdbcSliceTest {

    @Autowired
    private OrderRepository orders;

    @Test
    @ExpectStatements(exactly = 1)
    void findAll_ofTheRepository_isOneStatement() {
        assertThat(orders.findAll()).hasSize(3);
    }

    @Test
    void findById_forEach_isARepetition() {
        assertThatThrownBy(() -> assertThatStatements(() -> List.of(1, 2, 3)
                                .forEach(id -> assertThat(orders.findById(id)).isPresent()))
                        .executes(3, "SELECT orders")
                        .hasNoRepetitionInTransaction())
                .hasMessageContaining(
                        "with 3 different values in one transaction, at " + DataJdbcSliceTest.class.getName());
    }
}
