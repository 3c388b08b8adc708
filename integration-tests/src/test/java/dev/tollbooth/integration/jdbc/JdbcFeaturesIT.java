package dev.tollbooth.integration.jdbc;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.integration.workload.ResultLog;
import dev.tollbooth.integration.workload.Route;
import dev.tollbooth.integration.workload.SameResults;
import dev.tollbooth.integration.workload.Workload;
import java.sql.Connection;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@ExtendWith(DatabasesExtension.class)
@Tag("jdk")
final class JdbcFeaturesIT {
    /** A part of JDBC, exercised on one connection. */
    private enum Feature {
        STATEMENTS(StatementFeatures::statements),
        PREPARED(StatementFeatures::prepared),
        BATCHES(StatementFeatures::batches),
        GENERATED_KEYS(StatementFeatures::generatedKeys),
        TRANSACTIONS(ConnectionFeatures::transactions),
        STATE(ConnectionFeatures::state),
        METADATA(ConnectionFeatures::metadata),
        JDBC_43(ConnectionFeatures::jdbc43),
        ABORT_AND_CLOSE(ConnectionFeatures::abortAndClose),
        TYPES(ResultFeatures::types),
        SCROLLING(ResultFeatures::scrolling),
        UPDATABLE(ResultFeatures::updatable),
        SEVERAL_RESULTS(ResultFeatures::severalResults),
        CALLS(CallFeatures::calls);

        private final OnConnection steps;

        Feature(OnConnection steps) {
            this.steps = steps;
        }
    }

    /** The steps on one connection. */
    private interface OnConnection {
        void run(Connection connection, Endpoint endpoint, ResultLog log) throws Exception;
    }

    static Stream<Arguments> featuresAndDatabases() {
        return Arrays.stream(Database.values())
                .flatMap(database -> Arrays.stream(Feature.values()).map(feature -> Arguments.of(database, feature)));
    }

    @ParameterizedTest
    @MethodSource("featuresAndDatabases")
    void feature_throughPrefix_showsSameAsDirect(Database database, Feature feature, Databases databases)
            throws Exception {
        Workload workload = (route, endpoint, log) -> onConnection(feature, route, endpoint, log);
        SameResults.check(databases, database, workload);
    }

    private static void onConnection(Feature feature, Route route, Endpoint endpoint, ResultLog log) throws Exception {
        try (Connection connection = route.connect(endpoint)) {
            feature.steps.run(connection, endpoint, log);
        }
    }
}
