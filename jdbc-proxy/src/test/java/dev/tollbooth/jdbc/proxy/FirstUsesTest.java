package dev.tollbooth.jdbc.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.jdbc.OwnJvm;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Virtual threads that meet at a class's first use wait for one of them, pinned: so the application's threads have none. */
class FirstUsesTest {

    /** Thread and class; of a lambda each thread that meets there makes a class of its own. */
    private static final Pattern INITIALIZED =
            Pattern.compile("\\[(\\d+)\\][^\n]* Initializing '(dev/tollbooth/(?![^']*\\$\\$Lambda)[^']*)'");

    @Test
    void uses_afterTheFirstRow_initializeNoClassOfTollbooths() throws Exception {
        String output = OwnJvm.run(List.of("-Xlog:class+init=info:stdout:tid"), FirstUsesMain.class);
        int made = output.indexOf(FirstUsesMain.MADE);

        assertThat(initialized(output.substring(0, made))).hasSizeGreaterThan(50);
        Matcher main = INITIALIZED.matcher(output);
        assertThat(main.find()).isTrue();
        String thread = main.group(1);
        assertThat(initialized(output.substring(made)))
                .filteredOn(found -> found.group(1).equals(thread))
                .extracting(found -> found.group(2))
                .isEmpty();
    }

    private static List<MatchResult> initialized(String log) {
        return INITIALIZED.matcher(log).results().toList();
    }
}
