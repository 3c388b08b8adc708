package dev.tollbooth.internal.topru;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Scheduler;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.internal.time.Ticker;
import dev.tollbooth.report.ItemInterval;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TopRuTicksTest {

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("tollbooth-ticks-"))
                .toList();
    }

    @Test
    void start_consumerComesAndTopRuCloses_runsOnBothSchedulersMeanwhile() throws InterruptedException {
        try (Scheduler scheduler = new Scheduler("tollbooth-ticks-scheduler");
                Scheduler worker = new Scheduler("tollbooth-ticks-worker");
                TopRu topRu = new TopRu(
                        ItemInterval.SECONDS_60,
                        new SessionRegistry(Ticker.SYSTEM),
                        Ticker.SYSTEM,
                        System::currentTimeMillis,
                        new DropCounters(),
                        new Failures(Ticker.SYSTEM))) {
            topRu.start(scheduler, worker);
            assertThat(threads()).isEmpty();
            topRu.subscribe(ItemInterval.SECONDS_15);
            assertThat(threads()).containsExactlyInAnyOrder("tollbooth-ticks-scheduler", "tollbooth-ticks-worker");
            topRu.close();
            while (!threads().isEmpty()) {
                Thread.sleep(10);
            }
        }
    }
}
