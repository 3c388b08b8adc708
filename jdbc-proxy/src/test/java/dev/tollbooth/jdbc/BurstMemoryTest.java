package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tracked bytes beside those that bursts have added to the heap, in a JVM of its own. */
@Tag("slow")
class BurstMemoryTest {

    /** What the JVM makes meanwhile, which is more than 3 % of a small burst. */
    private static final long LEAST_BYTES = 512 << 10;

    /** Returns whether the tracked bytes are those that are held, within 3 %. */
    static boolean fits(long held, long tracked) {
        return Math.abs(tracked - held) <= Math.max(Math.abs(held) * 3 / 100, LEAST_BYTES);
    }

    /** Five kinds of bursts, where references take four bytes and where they take eight. Reports come in a fresh JVM, too. */
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
