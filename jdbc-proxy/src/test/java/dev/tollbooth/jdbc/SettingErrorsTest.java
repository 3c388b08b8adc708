package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Settings in the wrong place, secrets among them: each error names the thing, where it is from, and the remedy. */
class SettingErrorsTest {

    private static final Map<String, String> NONE = Map.of();
    private static final String SECRET = "hunter2";

    /**
     * One mistake.
     *
     * @param where source of the setting
     * @param key as written
     * @param value as written
     * @param expected what the message must have besides
     */
    record Mistake(String where, String key, String value, List<String> expected) {

        SettingsException error() {
            Throwable thrown = catchThrowable(() -> load());
            assertThat(thrown).as(toString()).isInstanceOf(SettingsException.class);
            return (SettingsException) thrown;
        }

        private Settings load() {
            Map<String, String> given = Map.of(key, value);
            return switch (where) {
                case "connection property" -> Settings.load(given, new Sources(NONE, NONE, NONE));
                case "system property" -> Settings.load(NONE, new Sources(given, NONE, NONE));
                case "environment" -> Settings.load(NONE, new Sources(NONE, given, NONE));
                default -> Settings.load(NONE, new Sources(NONE, NONE, given));
            };
        }

        static Mistake of(String where, String key, String value, String... expected) {
            return new Mistake(where, key, value, List.of(expected));
        }
    }

    static Stream<Mistake> load_mistake_namesThingOriginAndRemedy() {
        return Stream.of(
                Mistake.of("connection property", "tollbooth.size", "5", "did you mean tollbooth.digests.size?"),
                Mistake.of("connection property", "tollbooth.dialect", "h2", "did you mean tollbooth.digest.dialect?"),
                Mistake.of("connection property", "threshold", "1s", "did you mean tollbooth.slow.threshold?"),
                Mistake.of("environment", "TOLLBOOTH_DIALECT", "h2", "did you mean TOLLBOOTH_DIGEST_DIALECT?"),
                Mistake.of("environment", "TOLLBOOTH_TOP", "5", "did you mean TOLLBOOTH_JMX_TOP?"),
                Mistake.of("environment", "TOLLBOOTH_", SECRET, "the settings are TOLLBOOTH_ENABLED, "),
                Mistake.of("system property", "tollbooth.", SECRET, "the settings are tollbooth.enabled, "),
                Mistake.of("connection property", "tollbooth.password", SECRET, "did you mean tollbooth.sql.password?"),
                Mistake.of("connection property", "tollbooth.xyz", SECRET, "the settings are tollbooth.enabled, "),
                Mistake.of(
                        "connection property",
                        "tollbooth.name;password=" + SECRET,
                        "x",
                        "unknown setting: tollbooth.name..."),
                Mistake.of("connection property", "tollbooth.jmx\n" + SECRET, "x", "unknown setting: tollbooth.jmx..."),
                Mistake.of("connection property", "k".repeat(100_000), SECRET, "the settings are "),
                Mistake.of(
                        "connection property", "tollbooth.name", "password=" + SECRET, "=(not shown, 16 characters)"),
                Mistake.of("connection property", "tollbooth.name", "postgresql://u:" + SECRET + "@h/d", "(not shown"),
                Mistake.of("connection property", "tollbooth.jmx", SECRET + "@host", "(not shown"),
                Mistake.of("connection property", "tollbooth.jmx", "o\nn\u0007", "tollbooth.jmx=o?n? ("),
                Mistake.of("system property", "tollbooth.digest.dialect", "postgres", "did you mean postgresql?"),
                Mistake.of(
                        "system property",
                        "tollbooth.digests.when-full",
                        "evict-coldets",
                        "did you mean evict-coldest?"),
                Mistake.of(
                        "system property",
                        "tollbooth.config",
                        "/no/such/file",
                        "tollbooth.config=/no/such/file",
                        "give the path"),
                Mistake.of("system property", "tollbooth.config", "", "allowed is a file's path"),
                Mistake.of("system property", "tollbooth.config", "\u0000", "give the path"),
                Mistake.of(
                        "system property",
                        "tollbooth.config",
                        "http://u:" + SECRET + "@h/x",
                        "(not shown",
                        "give the path"),
                Mistake.of(
                        "tollbooth.properties",
                        "config",
                        "/etc/" + SECRET,
                        "wrong place: tollbooth.config",
                        "give it as"));
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
        assertThat(message.length()).as(message).isLessThan(1_800); // all settings by name
        if (!mistake.value.isEmpty() && !mistake.key.endsWith("config")) {
            assertThat(message).contains("(" + mistake.where + ")");
        }
        assertThat(mistake.error().getCause()).isNull();
    }

    @Test
    void load_sameSettingWithAndWithoutPrefix_isAMistakeWhereTheyDiffer() {
        Map<String, String> twice = Map.of("jmx.top", "5", "tollbooth.jmx.top", "6");
        Throwable thrown = catchThrowable(() -> Settings.load(twice, new Sources(NONE, NONE, NONE)));
        assertThat(thrown)
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("two values of one setting: tollbooth.jmx.top (connection property)")
                .hasMessageContaining("remove one");
        Map<String, String> same = Map.of("jmx.top", "5", "tollbooth.jmx.top", "5");
        assertThat(Settings.load(same, new Sources(NONE, NONE, NONE)).jmxTop()).isEqualTo(5);
    }

    @Test
    void load_mistakeInTheFileOfConfig_saysThatFile(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("a.properties"), "nmae=x\n");
        Throwable thrown =
                catchThrowable(() -> Settings.load(Map.of("config", file.toString()), new Sources(NONE, NONE, NONE)));
        assertThat(thrown).hasMessage("unknown setting: nmae (file of tollbooth.config), did you mean tollbooth.name?");
        Files.writeString(file, "name=\\u12zz" + SECRET);
        assertThat(catchThrowable(
                        () -> Settings.load(Map.of("config", file.toString()), new Sources(NONE, NONE, NONE))))
                .isInstanceOf(SettingsException.class)
                .message()
                .contains("give the path of a readable Java properties file")
                .doesNotContain(SECRET);
    }
}
