package dev.tollbooth.internal.topru;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.report.DropReason;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that each request unit is reported once or counted as dropped, in whatever order the events happen. */
@Tag("slow")
class ConservationTest {

    /** A reference to the logger, because the JDK forgets the level of a logger without one. */
    private static final Logger LOGGER = Logger.getLogger("dev.tollbooth");

    private static final int SCHEDULES = 10_000;
    private static final int FAULTY_SCHEDULES = 200;

    @BeforeAll
    static void silenceFailingSinks() {
        LOGGER.setLevel(Level.OFF);
    }

    @AfterAll
    static void speakAgain() {
        LOGGER.setLevel(null);
    }

    @Test
    void randomSchedules_afterEachStep_conserveUnitsCountsAndDurations() {
        Long given = Long.getLong("tollbooth.seed");
        if (given != null) {
            new Schedule(given, Fault.NONE, given % 2 == 0).run();
            return;
        }
        Coverage met = new Coverage();
        for (long seed = 1; seed <= SCHEDULES; seed++) {
            try {
                Schedule schedule = new Schedule(seed, Fault.NONE, seed % 2 == 0);
                schedule.run();
                schedule.addTo(met);
            } catch (Throwable failure) {
                throw new AssertionError("repeat it with -Dtollbooth.seed=" + seed, failure);
            }
        }
        System.out.println("conservation: schedules=" + SCHEDULES + " " + met);
        assertThat(met.drops)
                .containsOnlyKeys(
                        DropReason.DISABLED,
                        DropReason.ENDED_WHILE_OFF,
                        DropReason.FOLDED,
                        DropReason.QUEUE_FULL,
                        DropReason.SINK_FAILED,
                        DropReason.RU_OFF);
        assertThat(met.windows).isGreaterThan(SCHEDULES);
        assertThat(met.mergedBatches).isPositive();
        assertThat(met.exactOrigins).isGreaterThan(SCHEDULES);
        assertThat(met.foldedOrigins).isGreaterThan(SCHEDULES / 100);
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"NONE", "ORIGINS_DROPPED"})
    void randomSchedules_withAPlantedFault_fail(Fault fault) {
        assertIsFound(fault, false);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void randomSchedules_byOriginWithAPlantedFault_fail(Fault fault) {
        assertIsFound(fault, true);
    }

    private static void assertIsFound(Fault fault, boolean byOrigin) {
        int found = 0;
        for (long seed = 1; seed <= FAULTY_SCHEDULES; seed++) {
            try {
                new Schedule(seed, fault, byOrigin).run();
            } catch (AssertionError expected) {
                found++;
            }
        }
        System.out.println("conservation: fault=" + fault + ", byOrigin=" + byOrigin + ", found in " + found + " of "
                + FAULTY_SCHEDULES);
        assertThat(found).isGreaterThan(FAULTY_SCHEDULES / 10);
    }
}
