package dev.tollbooth.junit.orders.spring;

import static dev.tollbooth.junit.StatementAssertions.assertThatStatements;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.junit.ExpectStatements;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

/** Tests the whole application with its pool. */
@SpringBootTest
@ExpectStatements(max = 1)
class SpringBootStatementsTest {

    @Autowired
    private OrderRepository orders;

    @Test
    void findAllById_ofTheRepository_isOneStatement() {
        assertThatStatements(
                        () -> assertThat(orders.findAllById(List.of(1, 2, 3))).hasSize(3))
                .executes(1, "SELECT orders")
                .hasNoRepetition();
    }
}
