package dev.tollbooth.integration.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.process.OtherVersion;
import dev.tollbooth.jdbc.Tollbooth;
import java.io.IOException;
import java.sql.DriverManager;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that all statements of each product through the prefix reach the driver, and are counted once. It compares its
 * table with the guide's; {@code -Dtest.jvm.args=-Dcompatibility.record=true} writes the table to the guide.
 */
@ExtendWith(DatabasesExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class CompatibilityIT {
    private final CountingDriver driver = new CountingDriver();
    private final CompatibilityTable table = new CompatibilityTable();
    private final OtherVersion<Consumer<String>> hibernate6;
    private AwsWrapper awsWrapper;

    CompatibilityIT() throws IOException {
        hibernate6 = Frameworks.hibernate6();
    }

    Stream<TriedProduct> products() throws ClassNotFoundException {
        return Stream.of(ConnectionPools.all(), Frameworks.all(hibernate6), EmbeddedDatabases.all(), awsWrapper.all())
                .flatMap(List::stream);
    }

    @BeforeAll
    void register(Databases databases) throws Exception {
        awsWrapper = new AwsWrapper(databases.empty(Database.POSTGRESQL_18, "compatibility"));
        DriverManager.registerDriver(driver);
    }

    @AfterAll
    void compareTable() throws Exception {
        long products = products().count();
        DriverManager.deregisterDriver(driver);
        hibernate6.close();
        table.write();
        if (table.has(products)) {
            table.compareWithGuide();
        }
    }

    @ParameterizedTest
    @MethodSource("products")
    void work_throughProduct_isCountedOnceEach(TriedProduct product) throws Exception {
        Counts before = driver.counts();
        Measured measured = measure(product, "jdbc:tollbooth:counting:");
        Counts reached = driver.counts().minus(before);
        table.add(product, reached, measured.counted);

        assertThat(reached.executions()).isPositive();
        measured.sent.ifPresent(counts ->
                assertThat(reached).as("at the driver, of what was sent").isEqualTo(counts));
        assertThat(measured.counted).as("counted, of what reached the driver").isEqualTo(reached);
        assertThat(measure(product, "jdbc:tollbooth:").counted)
                .as("counted without a driver of the tests in between")
                .isEqualTo(reached);
    }

    /** The statements of one run: those that the product sent, if known, and those that Tollbooth counted. */
    private record Measured(Optional<Counts> sent, Counts counted) {}

    private static Measured measure(TriedProduct product, String prefix) throws Exception {
        // pools change the login timeout of the whole JVM
        DriverManager.setLoginTimeout(0);
        Counts before = Counts.of(Tollbooth.shared().statements());
        Optional<Counts> sent = product.work().run(prefix);
        return new Measured(sent, Counts.of(Tollbooth.shared().statements()).minus(before));
    }
}
