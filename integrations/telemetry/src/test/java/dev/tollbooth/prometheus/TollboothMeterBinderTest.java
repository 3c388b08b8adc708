package dev.tollbooth.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.table.StatementStats;
import dev.tollbooth.internal.table.StatementTable;
import dev.tollbooth.jdbc.Tollbooth;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Tests the sum of request units in a registry, which is missing if there are two sources. */
class TollboothMeterBinderTest {

    private static StatementStats row(Tollbooth tollbooth, String text) {
        return ((StatementTable) tollbooth.statements()).schema("shop").statement(TextDigest.ofNormalized(text, text));
    }

    private static void execute(StatementStats row, String source, double ru) {
        row.add(1_000_000, 0, 0, 0, 0);
        if (source != null) {
            row.addRequestUnits(ru, source);
        }
    }

    private static FunctionCounter requestUnits(SimpleMeterRegistry registry) {
        registry.get("tollbooth.all.executions").functionTimer().count(); // as whoever publishes reads all meters
        return registry.find("tollbooth.all.request.units").functionCounter();
    }

    private static SimpleMeterRegistry bound() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        new TollboothMeterBinder().bindTo(registry);
        return registry;
    }

    @Test
    void requestUnits_ofOneSource_areAdded() {
        try (Tollbooth first = Tollbooth.builder().setting("name", "first").build();
                Tollbooth second = Tollbooth.builder().setting("name", "second").build()) {
            execute(row(first, "select 1"), "postgres", 2);
            execute(row(first, "select 2"), "postgres", 3);
            execute(row(second, "select 1"), "postgres", 4);
            assertThat(requestUnits(bound()).count()).isEqualTo(9);
        }
    }

    @Test
    void requestUnits_ofTwoSourcesOfTwoInstances_haveNoMeter() {
        try (Tollbooth first = Tollbooth.builder().setting("name", "first").build();
                Tollbooth second = Tollbooth.builder().setting("name", "second").build()) {
            execute(row(first, "select 1"), "postgres", 2);
            execute(row(second, "select 1"), "estimate", 3);
            assertThat(requestUnits(bound())).isNull();
        }
    }

    @Test
    void requestUnits_thatNobodyTells_haveNoMeter() {
        try (Tollbooth tollbooth = Tollbooth.builder().build()) {
            execute(row(tollbooth, "select 1"), null, 0);
            SimpleMeterRegistry registry = bound();
            assertThat(requestUnits(registry)).isNull();
            assertThat(registry.get("tollbooth.all.executions").functionTimer().count())
                    .isEqualTo(1);
        }
    }

    @Test
    void requestUnits_whoseSecondSourceComesLater_loseTheirMeter() throws Exception {
        try (Tollbooth tollbooth = Tollbooth.builder().build()) {
            execute(row(tollbooth, "select 1"), null, 0);
            SimpleMeterRegistry registry = bound();
            execute(row(tollbooth, "select 1"), "postgres", 2);
            Instant deadline = Instant.now().plus(Duration.ofMinutes(1));
            while (requestUnits(registry) == null && Instant.now().isBefore(deadline)) {
                Thread.sleep(20); // figures are a second old at most
            }
            assertThat(requestUnits(registry).count()).isEqualTo(2);
            execute(row(tollbooth, "select 2"), "estimate", 2);
            while (requestUnits(registry) != null && Instant.now().isBefore(deadline)) {
                Thread.sleep(20);
            }
            assertThat(requestUnits(registry)).isNull();
        }
    }
}
