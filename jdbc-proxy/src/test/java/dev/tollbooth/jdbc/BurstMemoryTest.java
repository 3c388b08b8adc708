package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tracked bytes of a whole instance beside the heap that a burst has added, in a JVM of its own. */
@Tag("slow")
class BurstMemoryTest {

    /** What is made once, such as sketches, weighs more than 3 % of a small burst. */
    private static final long LEAST_BYTES = 512 << 10;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "20000 20000 1",
                "30000 30000 1",
                "20000 20000 50 topru",
                "80000 4000 20 topru",
                "20000 20 5000 topru"
            })
    void tracked_afterABurst_isWithinThreePercentOfWhatIsHeld(String burst) throws Exception {
        String printed = OwnJvm.run(List.of("-Xmx512m"), BurstMemoryMain.class, burst.split(" "));
        List<String> lines = printed.lines().toList();
        assertThat(lines).hasSize(3);
        for (String line : lines) {
            String[] figures = line.split(" ");
            long held = Long.parseLong(figures[1]);
            long first = Long.parseLong(figures[2]);
            long last = Long.parseLong(figures[3]);
            long tracked = Math.max(Math.min(first, last), Math.min(Math.max(first, last), held));
            String what = burst + ": " + line + ", " + Math.round(tracked * 1_000.0 / held - 1_000) / 10.0 + " %";
            System.out.println(what);
            if (!figures[0].equals("0")) { // within two seconds
                assertThat(tracked).as(what).isCloseTo(held, within(Math.max(held * 3 / 100, LEAST_BYTES)));
            }
        }
    }
}
