package dev.tollbooth.integration.advice;

import dev.tollbooth.integration.database.Database;
import dev.tollbooth.integration.database.Databases;
import dev.tollbooth.integration.database.DatabasesExtension;
import dev.tollbooth.integration.database.Endpoint;
import dev.tollbooth.statement.Advice;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The tests of the guide's page on advice: small applications, each with one planted fault and without it, and
 * applications without faults. The guide's table is printed.
 *
 * <p>With {@code -Dtest.jvm.args=-Dadvice.seconds=true}, saved seconds are compared, too. Both applications of a pair
 * then run alternately, several times, and the least time of each statement counts, because a cold JVM and other work
 * on the machine only add time.
 */
@ExtendWith(DatabasesExtension.class)
final class AdviceIT {
    private static final String ORIGIN = "application";
    private static final boolean TIMED = Boolean.getBoolean("advice.seconds");
    private static final int FEWEST_ROUNDS = 4;
    /** The time for further rounds, if the machine was too busy for the first ones. */
    private static final long MOST_NANOS_OF_A_PAIR = TimeUnit.SECONDS.toNanos(60);

    private static final double FACTOR = 2;

    /** The applications that work in transactions. The others have no unit of work that a scope could cover. */
    private static final Set<String> IN_TRANSACTIONS = Set.of(
            "n-plus-one",
            "same-again",
            "row-by-row",
            "waits-in-transaction",
            "small-fetches",
            "whole-result",
            "unread-rows");

    private final List<String> wrong = new ArrayList<>();
    private final SoftAssertions softly = new SoftAssertions();

    @Test
    void advice_ofPlantedFaults_findsEachAndNothingElse(Databases databases) throws Exception {
        Endpoint endpoint = databases.empty(Database.POSTGRESQL_18, "advice");
        try (Connection connection = endpoint.connectDirectly();
                Statement statement = connection.createStatement()) {
            JdbcWork.create(statement);
            JdbcWork.createOf(statement, "/org/quartz/impl/jdbcjobstore/tables_postgres.sql");
            JdbcWork.createOf(statement, "/org/springframework/batch/core/schema-postgresql.sql");
        }
        int right = 0;
        for (Planted planted : Planted.values()) {
            right += compare(endpoint, planted) ? 1 : 0;
        }
        for (Clean clean : Clean.values()) {
            Run run = Run.of(endpoint, clean, clean.name(), "");
            run.advice().forEach(each -> wrong.add(clean + "/" + each.kind() + " " + each.why()));
        }
        double precision = (double) right / (right + wrong.size());
        double recall = (double) right / Planted.values().length;
        System.out.printf(Locale.ROOT, "recall %.2f, precision %.2f, wrong %s%n", recall, precision, wrong);
        softly.assertThat(precision)
                .as("findings where there is no fault: %s", wrong)
                .isGreaterThanOrEqualTo(0.9);
        softly.assertAll();
    }

    /** Runs both applications of a pair; returns whether the fault was found. */
    private boolean compare(Endpoint endpoint, Planted planted) throws Exception {
        String origin = IN_TRANSACTIONS.contains(planted.kind) ? ORIGIN : "";
        Run mended = Run.of(endpoint, planted.mended, planted + "-mended", origin);
        Run faulty = Run.of(endpoint, planted.faulty, planted + "-faulty", origin);
        Advice found = found(planted, faulty);
        long begin = System.nanoTime();
        boolean isTimed = TIMED && found != null && found.savedSeconds() > 0 && planted.isTimed();
        for (int round = 0; isTimed && System.nanoTime() - begin < MOST_NANOS_OF_A_PAIR; round++) {
            if (round >= FEWEST_ROUNDS && isNear(found.savedSeconds(), planted.seconds(faulty, mended))) {
                break;
            }
            mended = Run.of(endpoint, planted.mended, planted + "-mended", origin)
                    .quicker(mended);
            faulty = Run.of(endpoint, planted.faulty, planted + "-faulty", origin)
                    .quicker(faulty);
            Advice next = found(planted, faulty);
            found = found == null || (next != null && next.savedSeconds() < found.savedSeconds()) ? next : found;
        }
        for (Advice each : faulty.advice()) {
            if (!isOf(planted, each)) {
                wrong.add(planted + "/" + each.kind() + " " + each.about() + " " + each.why());
            }
        }
        mended.advice().forEach(each -> wrong.add(planted + "-mended/" + each.kind() + " " + each.why()));
        softly.assertThat(found)
                .as("%s of %s, found %s", planted, planted.about, faulty.advice())
                .isNotNull();
        if (found != null) {
            check(planted, found, faulty, mended);
        }
        print(planted, found, faulty, mended);
        return found != null;
    }

    private static @Nullable Advice found(Planted planted, Run faulty) {
        return faulty.advice().stream()
                .filter(each -> isOf(planted, each))
                .findFirst()
                .orElse(null);
    }

    private static boolean isOf(Planted planted, Advice advice) {
        return advice.kind().equals(planted.kind) && advice.about().equals(planted.about);
    }

    private void check(Planted planted, Advice found, Run faulty, Run mended) {
        if (IN_TRANSACTIONS.contains(planted.kind)) {
            softly.assertThat(found.origin()).as(planted.name()).isEqualTo(ORIGIN);
        }
        if (found.savedRoundTrips() > 0) {
            long trips = planted.trips(faulty, mended);
            softly.assertThat(isNear((double) found.savedRoundTrips(), (double) trips))
                    .as("round trips of %s: saved=%d, measured=%d", planted, found.savedRoundTrips(), trips)
                    .isTrue();
        }
        if (TIMED && found.savedSeconds() > 0) {
            double seconds = planted.seconds(faulty, mended);
            softly.assertThat(isNear(found.savedSeconds(), seconds))
                    .as("seconds of %s: saved=%f, measured=%f", planted, found.savedSeconds(), seconds)
                    .isTrue();
        }
    }

    private static boolean isNear(double saved, double measured) {
        return saved <= measured * FACTOR && measured <= saved * FACTOR;
    }

    private static void print(Planted planted, @Nullable Advice found, Run faulty, Run mended) {
        long trips = found == null ? 0 : found.savedRoundTrips();
        double seconds = found == null ? 0 : found.savedSeconds();
        System.out.printf(
                Locale.ROOT,
                "| %s | `%s` | %s | %s | %s |%n",
                planted.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                planted.kind,
                found == null ? "no" : "yes",
                trips == 0 ? " | " : trips + " | " + planted.trips(faulty, mended),
                seconds == 0
                        ? " | "
                        : String.format(Locale.ROOT, "%.3f | %.3f", seconds, planted.seconds(faulty, mended)));
    }
}
