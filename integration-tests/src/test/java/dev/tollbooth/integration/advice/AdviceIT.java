package dev.tollbooth.integration.advice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.jdbc.Engine;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.statement.Advice;
import dev.tollbooth.statement.EventKind;
import dev.tollbooth.statement.StatementSnapshot;
import dev.tollbooth.statement.Statements;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The tests of the guide's page on advice: small applications, each with one planted fault and without it, and
 * applications without faults. The table is printed; its seconds are those of this machine, and only round trips are
 * asserted.
 */
@ExtendWith(DatabasesExtension.class)
final class AdviceIT {
    private static final String ORIGIN = "application";

    /** These applications work in transactions; for the others a scope would be one piece of work, which they are not. */
    private static final Set<String> IN_TRANSACTIONS = Set.of(
            "n-plus-one",
            "same-again",
            "row-by-row",
            "waits-in-transaction",
            "small-fetches",
            "whole-result",
            "unread-rows");

    private record Run(List<Advice> advice, double seconds, long executions) {}

    private static Run run(Endpoint endpoint, Application application, String name, String origin) throws Exception {
        try (Connection connection = endpoint.connectDirectly();
                Statement statement = connection.createStatement()) {
            statement.execute("TRUNCATE history, unique_item");
            statement.execute("UPDATE item SET stock = 1000");
        }
        try (Tollbooth tollbooth =
                Tollbooth.builder().setting("name", name).setting("jmx", "off").build()) {
            DataSource source = tollbooth.wrap(endpoint.driverDataSource());
            assertThat(tollbooth.advice()).isEmpty(); // and has samples taken
            tollbooth.withOrigin(origin, () -> application.run(source));
            Engine.of(tollbooth).statements().adviser().look(); // as a minute later
            application.goOn(source);
            Statements statements = tollbooth.statements();
            long nanos = statements.event(EventKind.CONNECT).sumNanos()
                    + statements.event(EventKind.COMMIT).sumNanos();
            for (StatementSnapshot row : statements.list()) {
                nanos += row.sumNanos() + row.fetchNanos();
            }
            return new Run(tollbooth.advice(), nanos / 1e9, statements.executions());
        }
    }

    @Test
    void advice_ofPlantedFaults_findsEachAndNothingElse(Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(Database.POSTGRESQL_18, "advice");
        try (Connection connection = endpoint.connectDirectly();
                Statement statement = connection.createStatement()) {
            JdbcWork.create(statement);
            JdbcWork.createOf(statement, "/org/quartz/impl/jdbcjobstore/tables_postgres.sql");
            JdbcWork.createOf(statement, "/org/springframework/batch/core/schema-postgresql.sql");
        }
        List<String> missed = new ArrayList<>();
        List<String> heldOutMissed = new ArrayList<>(); // shown, not asserted: no threshold follows from them
        List<String> wrong = new ArrayList<>();
        int right = 0;
        for (Planted planted : Planted.values()) {
            String origin = IN_TRANSACTIONS.contains(planted.kind) ? ORIGIN : "";
            Run mended = run(endpoint, planted.mended, planted + "-mended", origin);
            Run faulty = run(endpoint, planted.faulty, planted + "-faulty", origin);
            Advice found = null;
            for (Advice each : faulty.advice) {
                if (each.kind().equals(planted.kind) && each.about().equals(planted.about)) {
                    found = each;
                } else {
                    wrong.add(planted + "/" + each.kind() + " " + each.about() + " " + each.why());
                }
            }
            mended.advice.forEach(each -> wrong.add(planted + "-mended/" + each.kind() + " " + each.why()));
            if (found == null) {
                (planted.isHeldOut() ? heldOutMissed : missed)
                        .add(planted + " of " + planted.about + ", found " + faulty.advice);
            } else {
                right++;
                check(planted, found, faulty, mended);
            }
            print(planted, found, faulty, mended);
        }
        for (Clean clean : Clean.values()) {
            Run run = run(endpoint, clean, clean.name(), "");
            run.advice.forEach(each -> wrong.add(clean + "/" + each.kind() + " " + each.why()));
        }
        double precision = (double) right / (right + wrong.size());
        System.out.printf(
                Locale.ROOT,
                "recall %.2f, precision %.2f, wrong %s, held out and missed %s%n",
                (double) right / Planted.values().length,
                precision,
                wrong,
                heldOutMissed);
        assertThat(missed)
                .as("planted faults that were not found with their statement")
                .isEmpty();
        assertThat(precision).as("findings where there is no fault: %s", wrong).isGreaterThanOrEqualTo(0.9);
    }

    private static void check(Planted planted, Advice found, Run faulty, Run mended) {
        if (IN_TRANSACTIONS.contains(planted.kind)) {
            assertThat(found.origin()).as(planted.name()).isEqualTo(ORIGIN);
        }
        long fewer = faulty.executions - mended.executions;
        if (found.savedRoundTrips() > 0 && fewer > 0) {
            assertThat((double) found.savedRoundTrips()).as(planted.name()).isBetween(fewer / 2.0, fewer * 2.0);
        }
    }

    private static void print(Planted planted, @Nullable Advice found, Run faulty, Run mended) {
        System.out.printf(
                Locale.ROOT,
                "| %s | `%s` | %s | %d | %d | %.3f | %.3f |%n",
                planted.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                planted.kind,
                found == null ? "no" : found.about(),
                found == null ? 0 : found.savedRoundTrips(),
                faulty.executions - mended.executions,
                found == null ? 0 : found.savedSeconds(),
                faulty.seconds - mended.seconds);
    }
}
