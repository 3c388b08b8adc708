package dev.tollbooth.jdbc.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.jdbc.OwnJvm;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Virtual threads that meet at a class's first use wait for one of them, pinned: so there is none after the first row. */
class FirstUsesTest {

    /** Of a lambda each thread that meets there makes a class of its own. */
    private static final Pattern INITIALIZED =
            Pattern.compile(" Initializing '(dev/tollbooth/(?![^']*\\$\\$Lambda)[^']*)'");

    @Test
    void uses_afterTheFirstRow_initializeNoClassOfTollbooths() throws Exception {
        String output = OwnJvm.run(List.of("-Xlog:class+init=info"), FirstUsesMain.class);
        int made = output.indexOf(FirstUsesMain.MADE);

        assertThat(initialized(output.substring(0, made))).hasSizeGreaterThan(50);
        assertThat(initialized(output.substring(made))).isEmpty();
    }

    private static List<String> initialized(String log) {
        return INITIALIZED.matcher(log).results().map(found -> found.group(1)).toList();
    }
}
