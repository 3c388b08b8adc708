package dev.tollbooth.integration.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.integration.workload.Route;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests every method of every interface of JDBC, found by reflection. It is called directly and through Tollbooth, and
 * must return or throw the same, and have the same effects.
 */
@ExtendWith(DatabasesExtension.class)
@Tag("jdk")
final class EveryMethodIT {
    private static final List<Database> DATABASES = List.of(Database.H2, Database.POSTGRESQL_18, Database.MARIADB);

    static Stream<Arguments> objects() {
        return DATABASES.stream()
                .flatMap(database -> Arrays.stream(JdbcObject.values()).map(kind -> Arguments.of(database, kind)));
    }

    static Stream<Arguments> closedObjects() {
        return DATABASES.stream()
                .flatMap(database -> Arrays.stream(JdbcObject.values())
                        .flatMap(kind -> kind.closings().stream().map(what -> Arguments.of(database, kind, what))));
    }

    @ParameterizedTest
    @MethodSource("objects")
    void everyMethod_withNulls_isAsDirect(Database database, JdbcObject kind, Databases databases) throws Exception {
        check(databases, database, kind, outcomes -> outcomes.ofOpen(MethodCall.withNulls(kind.type())));
    }

    @ParameterizedTest
    @MethodSource("objects")
    void everyMethod_withSamples_isAsDirect(Database database, JdbcObject kind, Databases databases) throws Exception {
        check(databases, database, kind, outcomes -> outcomes.ofOpen(MethodCall.ofEach(kind.type())));
    }

    @ParameterizedTest
    @MethodSource("objects")
    void everyObject_askedForTwice_isTheSameWhereItIsDirectly(Database database, JdbcObject kind, Databases databases)
            throws Exception {
        List<MethodCall> getters = MethodCall.ofEach(kind.type()).stream()
                .filter(call -> call.method().getReturnType().isInterface())
                .toList();
        check(databases, database, kind, outcomes -> outcomes.ofIdentity(getters));
    }

    @ParameterizedTest
    @MethodSource("closedObjects")
    void everyMethod_ofWhatIsClosed_isAsDirect(Database database, JdbcObject kind, int closed, Databases databases)
            throws Exception {
        check(databases, database, kind, outcomes -> outcomes.ofClosed(MethodCall.ofEach(kind.type()), closed));
    }

    /** A set of calls. */
    private interface Calls {
        List<String> by(MethodOutcomes outcomes) throws Exception;
    }

    private static void check(Databases databases, Database database, JdbcObject kind, Calls calls) throws Exception {
        Endpoint endpoint = databases.empty(database, "every_method");
        List<String> direct = lines(Route.DIRECT, endpoint, kind, calls);
        List<String> through = lines(Route.TOLLBOOTH, endpoint, kind, calls);
        assertThat(through).hasSameSizeAs(direct);
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < direct.size(); i++) {
            if (!direct.get(i).equals(through.get(i)) && !KnownDifference.isKnown(database, kind, direct.get(i))) {
                differences.add("direct: " + direct.get(i) + "\n  through Tollbooth: " + through.get(i));
            }
        }
        assertThat(differences).as("of %d calls", direct.size()).isEmpty();
    }

    private static List<String> lines(Route route, Endpoint endpoint, JdbcObject kind, Calls calls) throws Exception {
        try (MethodOutcomes outcomes = new MethodOutcomes(route, endpoint, kind)) {
            return calls.by(outcomes);
        }
    }
}
