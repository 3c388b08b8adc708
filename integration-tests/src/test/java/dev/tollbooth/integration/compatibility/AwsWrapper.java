package dev.tollbooth.integration.compatibility;

import dev.tollbooth.integration.database.Endpoint;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import java.util.Optional;

/**
 * A setup with the JDBC wrapper of AWS for Aurora, on either side of Tollbooth, with its default plug-ins and a
 * PostgreSQL of the tests, which the wrapper recognizes as no Aurora.
 */
record AwsWrapper(Endpoint postgres) {

    List<TriedProduct> all() {
        return List.of(
                TriedProduct.of(
                        "driver",
                        "AWS Advanced JDBC Wrapper, behind Tollbooth",
                        software.amazon.jdbc.Driver.class,
                        prefix -> Optional.of(run(prefix + "aws-wrapper:"))),
                TriedProduct.of(
                        "driver",
                        "AWS Advanced JDBC Wrapper, before Tollbooth",
                        software.amazon.jdbc.Driver.class,
                        prefix -> {
                            run("jdbc:aws-wrapper:" + prefix.substring("jdbc:".length()));
                            // the wrapper's own queries pass through Tollbooth, too
                            return Optional.empty();
                        }));
    }

    private Counts run(String prefix) throws Exception {
        String url = prefix + postgres.url().substring("jdbc:".length());
        try (Connection connection = DriverManager.getConnection(url, postgres.user(), postgres.password())) {
            return PlainWork.run(connection, "passage");
        }
    }
}
