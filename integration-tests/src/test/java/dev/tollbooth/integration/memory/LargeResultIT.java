package dev.tollbooth.integration.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.integration.process.ForkedJvm;
import dev.tollbooth.integration.workload.Route;
import dev.tollbooth.jdbc.TollboothDriver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests a heap of 256 MB and a result of 1 GB, which the driver reads as a whole: with a limit the application
 * survives.
 */
@ExtendWith(DatabasesExtension.class)
final class LargeResultIT {

    @ParameterizedTest
    @EnumSource(
            value = LimitedDriver.class,
            names = {"PGJDBC_18", "MARIADB_CONNECTOR"})
    void largeResult_withALimit_isSurvivedAndWithoutIsNot(LimitedDriver driver, Databases databases) throws Exception {
        Database database = driver.isPostgresql() ? Database.POSTGRESQL_18 : Database.MARIADB;
        Endpoint endpoint = databases.empty(database, "large_result");
        String query = driver.rows(100_000, "10000");
        String limited = run(endpoint, query, "-Dtollbooth.memory.query-limit=50MB");
        System.out.println(driver + " with a limit: " + limited.strip());
        assertThat(limited)
                .contains("sqlState=57014", "query-limit=52428800", "worked on=4711")
                .doesNotContain("OutOfMemoryError", "read=");
        assertThatThrownBy(() -> run(endpoint, query, "-Dtollbooth.memory.query-limit=off"))
                .hasMessageContaining("OutOfMemoryError")
                .message()
                .doesNotContain("worked on");
    }

    private static String run(Endpoint endpoint, String query, String limit) throws IOException, InterruptedException {
        ProcessBuilder command = ForkedJvm.command(
                List.of(),
                List.of(
                        ForkedJvm.placeOf(LargeResultIT.class),
                        ForkedJvm.placeOf(TollboothDriver.class),
                        driver(endpoint)),
                LargeResultApplication.class,
                Route.TOLLBOOTH.url(endpoint),
                endpoint.user(),
                endpoint.password(),
                query);
        List<String> words = new ArrayList<>(command.command());
        words.addAll(1, List.of("-Xmx256m", limit));
        return ForkedJvm.finished(command.command(words).redirectErrorStream(true), LargeResultApplication.class);
    }

    private static Path driver(Endpoint endpoint) {
        try {
            return ForkedJvm.placeOf(Class.forName(endpoint.database().driverClass()));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
