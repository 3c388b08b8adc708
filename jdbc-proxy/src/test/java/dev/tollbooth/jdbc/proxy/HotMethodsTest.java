package dev.tollbooth.jdbc.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HotSpot does not inline a hot method of more than 325 bytes of code: what each execution runs through stays below. */
class HotMethodsTest {

    private static final int FREQ_INLINE_SIZE = 325;
    private static final Pattern METHOD = Pattern.compile("^  [^ ].*?(\\w+)\\(.*\\).*;$");
    private static final Pattern INSTRUCTION = Pattern.compile("^ +(\\d+): [a-z].*");

    /** The offset of the last instruction of each method of {@code type}, of the longest where names are shared. */
    private static Map<String, Integer> lastOffsets(Class<?> type) {
        StringWriter out = new StringWriter();
        ToolProvider javap = ToolProvider.findFirst("javap").orElseThrow();
        javap.run(
                new PrintWriter(out),
                new PrintWriter(out),
                "-p",
                "-c",
                type.getResource(type.getSimpleName() + ".class").toString());
        Map<String, Integer> lastOffsets = new HashMap<>();
        String method = "";
        for (String line : out.toString().split("\\R")) {
            Matcher header = METHOD.matcher(line);
            Matcher instruction = INSTRUCTION.matcher(line);
            if (header.matches()) {
                method = header.group(1);
            } else if (instruction.matches()) {
                lastOffsets.merge(method, Integer.valueOf(instruction.group(1)), Math::max);
            }
        }
        return lastOffsets;
    }

    @ParameterizedTest
    @ValueSource(strings = {"count", "object", "before", "ended", "read", "fetched"})
    void methodOfTheFunnel_isSmallEnoughToBeInlined(String method) {
        assertThat(lastOffsets(StatementFunnel.class).get(method)).isBetween(1, FREQ_INLINE_SIZE - 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"estimated", "recorded", "record", "fetched", "stats"})
    void methodOfTheRecorder_isSmallEnoughToBeInlined(String method) {
        assertThat(lastOffsets(StatementRecorder.class).get(method)).isBetween(1, FREQ_INLINE_SIZE - 1);
    }
}
