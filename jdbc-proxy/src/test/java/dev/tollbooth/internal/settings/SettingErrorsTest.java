package dev.tollbooth.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tollbooth.jdbc.SettingsException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests settings in the wrong place, secrets among them: each error names the setting, its place, and the remedy. */
class SettingErrorsTest {

    private static final SettingSources NOTHING_ELSE = new SettingSources(Map.of(), Map.of(), Map::of);
    private static final String SECRET = "hunter2";

    /**
     * One mistake.
     *
     * @param key the key as written
     * @param value the value as written
     * @param expected texts that the message must also contain
     */
    record Mistake(String key, String value, List<String> expected) {

        SettingsException error() {
            Throwable thrown = catchThrowable(() -> load());
            assertThat(thrown).as(toString()).isInstanceOf(SettingsException.class);
            return (SettingsException) thrown;
        }

        private Settings load() {
            return Settings.load(Map.of(key, value), NOTHING_ELSE);
        }

        static Mistake of(String key, String value, String... expected) {
            return new Mistake(key, value, List.of(expected));
        }
    }

    static Stream<Mistake> load_mistake_namesThingOriginAndRemedy() {
        return Stream.of(
                Mistake.of("tollbooth.size", "5", "did you mean tollbooth.digests.size?"),
                Mistake.of("tollbooth.dialect", "h2", "did you mean tollbooth.digest.dialect?"),
                Mistake.of("threshold", "1s", "did you mean tollbooth.slow.threshold?"),
                Mistake.of("tollbooth.", SECRET, "the settings are tollbooth.enabled, "),
                Mistake.of("tollbooth.password", SECRET, "did you mean tollbooth.sql.password?"),
                Mistake.of("tollbooth.xyz", SECRET, "the settings are tollbooth.enabled, "),
                Mistake.of("tollbooth.name;password=" + SECRET, "x", "unknown setting: tollbooth.name..."),
                Mistake.of("tollbooth.jmx\n" + SECRET, "x", "unknown setting: tollbooth.jmx..."),
                Mistake.of("k".repeat(100_000), SECRET, "the settings are "),
                Mistake.of("tollbooth.name", "password=" + SECRET, "=(not shown, 16 characters)"),
                Mistake.of("tollbooth.name", "postgresql://u:" + SECRET + "@h/d", "(not shown"),
                Mistake.of("tollbooth.jmx", SECRET + "@host", "(not shown"),
                Mistake.of("tollbooth.jmx", "o\nn\u0007", "tollbooth.jmx=o\\u000an\\u0007 ("),
                Mistake.of("tollbooth.grpc.agent", "127.0.0.1:99999", "the port from 1 to 65535"),
                Mistake.of("tollbooth.digest.dialect", "postgres", "did you mean postgresql?"),
                Mistake.of("tollbooth.report.interval", "16s", "did you mean 15s?"));
    }

    @ParameterizedTest
    @MethodSource
    void load_mistake_namesThingOriginAndRemedy(Mistake mistake) {
        String message = mistake.error().getMessage();
        assertThat(message)
                .contains(mistake.expected)
                .doesNotContain(SECRET)
                .doesNotContain("\n")
                .satisfiesAnyOf(
                        text -> assertThat(text).contains("did you mean "),
                        text -> assertThat(text).contains("allowed is "),
                        text -> assertThat(text).contains("the settings are "),
                        text -> assertThat(text).contains("give "));
        assertThat(message.length()).as(message).isLessThan(1_500); // all settings by name
        assertThat(message).contains("(connection property)");
        assertThat(mistake.error().getCause()).isNull();
    }

    @Test
    void load_sameSettingWithAndWithoutPrefix_isAMistakeWhereTheyDiffer() {
        Map<String, String> twice = Map.of("digests.size", "5", "tollbooth.digests.size", "6");
        Throwable thrown = catchThrowable(() -> Settings.load(twice, NOTHING_ELSE));
        assertThat(thrown)
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("two values of one setting: tollbooth.digests.size (connection property)")
                .hasMessageContaining("remove one");
        Map<String, String> same = Map.of("digests.size", "5", "tollbooth.digests.size", "5");
        assertThat(Settings.load(same, NOTHING_ELSE).digestsSize()).isEqualTo(5);
    }
}
