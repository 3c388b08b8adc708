package dev.tollbooth.console.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.console.model.PageModel;
import dev.tollbooth.internal.figure.Figure;
import dev.tollbooth.internal.instance.ConsoleTarget;
import dev.tollbooth.internal.jmx.ExposedInstance.ExposedMemory;
import dev.tollbooth.internal.memory.MemoryTrace;
import dev.tollbooth.report.Report;
import dev.tollbooth.report.TextMeta;
import dev.tollbooth.report.Window;
import dev.tollbooth.statement.Sha256;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class ReportHistoryTest {

    private static final Pattern FRACTION = Pattern.compile("\\d+\\.\\d+");
    private final AtomicLong clock = new AtomicLong();

    @Test
    void history_isPartOfTheMemoryOfTheInstance_andGetsShorterNearItsLimit() throws Exception {
        try (LiveShop shop = new LiveShop(Map.of("console.listen", "off", "memory.limit", "8MB"))) {
            ConsoleTarget target = DrivenConsole.target(shop.tollbooth());
            clock.set(target.exposed().facts().started().getEpochSecond());
            ReportHistory history = new ReportHistory(target, clock::get);
            long idle = held(target);
            try (AutoCloseable watched = target.watch().apply(history)) {
                accept(history, 1);
                long one = history.heldBytes();
                assertThat(held(target)).isEqualTo(idle + one);
                accept(history, 2);
                long step = history.heldBytes() - one;

                for (int i = 3; i < 40; i++) {
                    accept(history, i);
                }
                assertThat(history.heldBytes())
                        .as("a quarter of the limit at most")
                        .isBetween((2L << 20) - 4 * step, (2L << 20) + one - step);

                long before = history.heldBytes();
                long freed = history.shrink(256 << 10);
                assertThat(history.heldBytes()).isEqualTo(before - freed);
                assertThat(freed).isGreaterThanOrEqualTo(256 << 10);
                history.shrink(Long.MAX_VALUE);
                assertThat(history.model(Map.of()).grid().buckets()).isPositive();
            }
            assertThat(held(target)).as("closed").isEqualTo(idle);
        }
    }

    /** Tests merged histories with readers at random times: each execution is in the sums once. */
    @Test
    void history_thatIsMerged_keepsAllThatTheEngineCounted() throws Exception {
        try (LiveShop shop = new LiveShop(Map.of("console.listen", "off"))) {
            ConsoleTarget target = DrivenConsole.target(shop.tollbooth());
            long begin = target.exposed().facts().started().getEpochSecond();
            clock.set(begin);
            ReportHistory history = new ReportHistory(target, clock::get);
            for (int second = 1; second <= 100; second++) {
                shop.tollbooth().withOrigin("GET /" + second % 3, () -> shop.trade(1));
                clock.set(begin + second);
                assertAll(history.model(Map.of()), shop);
            }
            PageModel whole = history.model(Map.of());
            assertThat(whole.grid().bucketSeconds()).isEqualTo(5);
            for (int i = 0; i < 5; i++) {
                history.shrink(history.heldBytes() / 4);
                assertAll(history.model(Map.of()), shop);
            }
            assertThat(all(history.model(Map.of()))).isEqualTo(all(whole));
            assertThat(history.model(Map.of()).statements().get(0).text()).isNotEmpty();
        }
    }

    /** Tests that the page gets finer steps for the last minutes. */
    @Test
    void history_ofTheLastSeconds_hasTheirStepsAlone() throws Exception {
        try (LiveShop shop = new LiveShop(Map.of("console.listen", "off"))) {
            ConsoleTarget target = DrivenConsole.target(shop.tollbooth());
            long begin = target.exposed().facts().started().getEpochSecond();
            clock.set(begin);
            ReportHistory history = new ReportHistory(target, clock::get);
            for (int second = 10; second <= 3_600; second += 10) {
                if (second % 600 == 0) {
                    shop.trade(1);
                }
                clock.set(begin + second);
                history.model(Map.of());
            }
            PageModel last = history.model(Map.of("last", "900"));
            assertThat(last.grid().bucketSeconds()).isLessThanOrEqualTo(15);
            assertThat(last.runs().get(0).firstSecond()).isEqualTo(begin + 2_700);
            assertThat(last.statements().stream()
                            .mapToLong(row -> row.figures().count())
                            .sum())
                    .as("three of six, or two where the oldest began before")
                    .isBetween(12L, 18L);
            assertThat(history.model(Map.of("last", "no number")).runs())
                    .isEqualTo(history.model(Map.of()).runs());
        }
    }

    /** Returns all figures as texts; request units are rounded, because a sum of fractions depends on its order. */
    private static List<String> all(PageModel model) {
        return model.statements().stream()
                .map(row -> row.figures().toBuilder()
                                .set(Figure.FIRST, null)
                                .set(Figure.LAST, null)
                                .build() + " " + row.origins())
                .map(text -> FRACTION.matcher(text)
                        .replaceAll(each -> String.format(Locale.ROOT, "%.6f", Double.valueOf(each.group()))))
                .toList();
    }

    private static void assertAll(PageModel model, LiveShop shop) {
        long counted = shop.tollbooth().statements().executions();
        assertThat(model.statements().stream()
                        .mapToLong(row -> row.figures().count())
                        .sum())
                .isEqualTo(counted);
        assertThat(model.global().values().stream()
                        .mapToLong(figures -> (Long) figures.get(Figure.COUNT))
                        .sum())
                .isEqualTo(counted);
    }

    private void accept(ReportHistory history, int number) {
        clock.addAndGet(15);
        String text = "select " + "`wide` , ".repeat(8_000) + number;
        history.accept(new Report(
                "shop",
                "a1",
                number,
                new Window(1_800_000_000, 1_800_000_015, 15, List.of(), List.of()),
                List.of(new TextMeta("", Sha256.ofText(text), text)),
                List.of(),
                List.of(),
                null,
                Map.of(),
                List.of()));
    }

    /** Returns the bytes of the console's node in the memory trace. */
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
