package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares the tracked bytes with the growth of the heap by bursts, in a JVM of its own. */
@Tag("slow")
class BurstMemoryTest {

    /** The bytes that the JVM itself may allocate, which are more than 3 % of a small burst. */
    private static final long LEAST_BYTES = 512 << 10;

    /** Returns whether the tracked bytes equal the held bytes within 3 %. */
    static boolean fits(long held, long tracked) {
        return Math.abs(tracked - held) <= Math.max(Math.abs(held) * 3 / 100, LEAST_BYTES);
    }

    /**
     * Tests five kinds of bursts, with references of four and of eight bytes. Reports are also tested in a fresh JVM.
     */
    @ParameterizedTest
    @CsvSource({
        "-XX:+UseCompressedOops, digests accounts users connections reports",
        "-XX:+UseCompressedOops, reports",
        "-XX:-UseCompressedOops, reports accounts users connections digests",
    })
    void tracked_afterBurstsOfEachKind_isWithinThreePercentOfWhatIsHeld(String option, String kinds) throws Exception {
        String printed = OwnJvm.run(
                List.of("-Xmx512m", "-XX:TieredStopAtLevel=1", option), BurstMemoryMain.class, kinds.split(" "));
        System.out.println(printed);
        List<String> lines = printed.lines().toList();
        assertThat(lines)
                .extracting(line -> line.substring(0, line.indexOf(':')))
                .isEqualTo(Stream.of(kinds.split(" "))
                        .flatMap(kind -> Stream.of(kind, kind + " at rest"))
                        .toList());
        assertThat(lines).allSatisfy(line -> {
            String[] words = line.split(" ");
            long held = Long.parseLong(words[words.length - 3]);
            long tracked = Long.parseLong(words[words.length - 1]);
            assertThat(fits(held, tracked)).as(line).isTrue();
        });
    }
}
