package dev.tollbooth.console.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.instance.ConsoleTarget;
import dev.tollbooth.internal.instance.Instances;
import dev.tollbooth.internal.jmx.ExposedMemory;
import dev.tollbooth.internal.memory.MemoryTrace;
import dev.tollbooth.internal.settings.TypedSettings;
import dev.tollbooth.jdbc.Tollbooth;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.SqlMeta;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.Sha256;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ReportHistoryTest {

    @Test
    void history_isPartOfTheMemoryOfTheInstance_andGivesWayNearItsLimit() throws Exception {
        try (LiveShop shop = new LiveShop(Map.of("console.listen", "off", "memory.limit", "8MB"))) {
            ConsoleTarget target = target(shop.tollbooth());
            ReportHistory history = new ReportHistory(target.name(), target.exposed());
            long idle = held(target);
            try (AutoCloseable watched = target.watch().apply(history)) {
                Report report = report();
                history.accept(report);
                long one = history.heldBytes();
                assertThat(held(target)).isEqualTo(idle + one);

                while (history.heldBytes() < (2 << 20) - 2 * one) {
                    history.accept(report);
                }
                for (int i = 0; i < 10; i++) {
                    history.accept(report);
                }
                assertThat(history.heldBytes())
                        .as("a quarter of the limit at most")
                        .isBetween((2L << 20) - 2 * one, 2L << 20);

                long before = history.heldBytes();
                assertThat(history.shrink(1 << 20)).isBetween(1L << 20, (1L << 20) + one);
                assertThat(history.heldBytes()).isLessThanOrEqualTo(before - (1 << 20));
                history.shrink(Long.MAX_VALUE);
                assertThat(history.heldBytes()).as("the last one stays").isEqualTo(one);
            }
            assertThat(held(target)).as("closed").isEqualTo(idle);
        }
    }

    private static ConsoleTarget target(Tollbooth tollbooth) {
        return Instances.ofDriver()
                .get(TypedSettings.of(tollbooth.connectionProperties()))
                .consoleTarget();
    }

    private static Report report() {
        String text = "select " + "`wide` , ".repeat(8_000) + "`z`";
        return new Report(
                "shop",
                "a1",
                1,
                new Window(1_800_000_000, 1_800_000_015, 15, List.of(), List.of()),
                List.of(new SqlMeta("", Sha256.ofText(text), text)),
                List.of(),
                List.of(),
                null,
                Map.of(),
                List.of());
    }

    /** Bytes of the console's node, and nothing else. */
    private static long held(ConsoleTarget target) {
        ExposedMemory memory = target.exposed().memory();
        assertThat(memory).isNotNull();
        return memory.traces().tracked().children().stream()
                .filter(part -> part.name().equals("reporter"))
                .flatMap(part -> part.children().stream())
                .filter(node -> node.name().equals("console"))
                .mapToLong(MemoryTrace::totalBytes)
                .sum();
    }
}
