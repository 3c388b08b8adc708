package dev.tollbooth.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SettingsTest {

    private static final Sources NONE = new Sources(Map.of(), Map.of(), Map.of());

    private static Sources system(String key, String value) {
        return new Sources(Map.of(key, value), Map.of(), Map.of());
    }

    @Test
    void load_withoutAnything_givesTheDefaults() {
        Settings settings = Settings.load(Map.of(), NONE);
        assertThat(settings.enabled()).isTrue();
        assertThat(settings.name()).isEqualTo("default");
        assertThat(settings.digestsSize()).isEqualTo(10_000);
        assertThat(settings.digestMaxTextBytes()).isEqualTo(4096);
        assertThat(settings.slowThresholdNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(settings.rows())
                .hasSize(Setting.values().length)
                .allSatisfy(row -> assertThat(row.origin()).isEqualTo("default"));
    }

    @Test
    void load_fromAllSources_takesTheFirstThatHasIt(@TempDir Path dir) throws Exception {
        Path file = Files.writeString(
                dir.resolve("t.properties"), "tollbooth.jmx.top=5\ndigests.size=5\nname=five\nsamples=on\n");
        Map<String, String> resource = Map.of("jmx.top", "6", "tollbooth.digests.size", "6", "slow.threshold", "6s");
        Sources sources = new Sources(
                Map.of("tollbooth.name", "three", "tollbooth.config", file.toString(), "java.home", "x"),
                Map.of("TOLLBOOTH_NAME", "four", "TOLLBOOTH_DIGESTS_SIZE", "4", "PATH", "x"),
                resource);
        Settings settings = Settings.load(Map.of("name", "one"), sources);
        assertThat(settings.name()).isEqualTo("one");
        assertThat(settings.digestsSize()).isEqualTo(4);
        assertThat(settings.jmxTop()).isEqualTo(5);
        assertThat(settings.samples()).isTrue();
        assertThat(settings.slowThresholdNanos()).isEqualTo(6_000_000_000L);
        assertThat(settings.rows())
                .filteredOn(row -> row.key().equals("tollbooth.digests.size"))
                .singleElement()
                .satisfies(row -> assertThat(row.origin()).isEqualTo("environment"));
        assertThat(Settings.load(Map.of(), sources).name()).isEqualTo("three");
    }

    /** A setting, a bad value and where it stands. */
    record Mistake(String key, String value, String origin) {}

    static Stream<Mistake> badValues() {
        List<Mistake> mistakes = new ArrayList<>();
        for (Setting setting : Setting.values()) {
            for (String value : badValues(setting.kind)) {
                mistakes.add(new Mistake(setting.key, value, "connection property"));
                mistakes.add(new Mistake(setting.key, value, "system property"));
                mistakes.add(new Mistake(setting.environmentName(), value, "environment"));
            }
        }
        return mistakes.stream();
    }

    private static List<String> badValues(SettingKind kind) {
        if (kind instanceof SettingKind.Flag) {
            return List.of("yes please", "2", "tru");
        }
        if (kind instanceof SettingKind.Whole whole) {
            return List.of("many", "-1", "1.5", String.valueOf(whole.max() + 1L), "99999999999999");
        }
        if (kind instanceof SettingKind.Factor) {
            return List.of("much", "-1", "1e3", "0x1", "1.", "NaN");
        }
        if (kind instanceof SettingKind.Bytes) {
            return List.of("big", "-4KB", "1TB", "4 kilo", "999999999999GB", "1");
        }
        if (kind instanceof SettingKind.Time) {
            return List.of("soon", "-1s", "20", "1y", "0s");
        }
        if (kind instanceof SettingKind.Choice choice) {
            return List.of("nonsense", choice.words().get(0) + "x");
        }
        if (kind instanceof SettingKind.Release) {
            return List.of("newest", "eight", "8.");
        }
        return List.of("", "a b\u0000c, :*?\"".repeat(20));
    }

    @ParameterizedTest
    @MethodSource("badValues")
    void load_badValue_namesKeyValueOriginAndWhatIsAllowed(Mistake mistake) {
        Sources sources = mistake.origin.equals("environment")
                ? new Sources(Map.of(), Map.of(mistake.key, mistake.value), Map.of())
                : mistake.origin.equals("system property") ? system(mistake.key, mistake.value) : NONE;
        Map<String, String> explicit =
                mistake.origin.equals("connection property") ? Map.of(mistake.key, mistake.value) : Map.of();
        String key = mistake.key.toLowerCase(Locale.ROOT).replace('_', '.').replace('-', '.');
        if (key.equals("tollbooth.config") && !mistake.value.isEmpty()) {
            return; // a path may be anything: its own test
        }
        assertThatThrownBy(() -> Settings.load(explicit, sources))
                .isInstanceOf(SettingsException.class)
                .satisfies(e -> {
                    String message = e.getMessage();
                    assertThat(message.replace('-', '.')).contains(key + "=");
                    String shown = mistake.value.strip().replace('\u0000', '?');
                    assertThat(message)
                            .contains(
                                    key.endsWith("password")
                                            ? "=***"
                                            : shown.substring(0, Math.min(64, shown.length())));
                    assertThat(message).contains("(" + mistake.origin + ")").contains("allowed is ");
                    assertThat(message.length()).isLessThan(400);
                });
    }

    @Test
    void load_sqlPassword_isShownNowhere() {
        Settings settings = Settings.load(
                Map.of("sql.port", "9092", "sql.user", "monitor", "sql.password", "s3cret", "name", "shop"), NONE);
        assertThat(settings.sql().password()).isEqualTo("s3cret");
        assertThat(settings.toString()).contains("monitor", "shop").doesNotContain("s3cret");
        assertThat(settings.rows()).anySatisfy(row -> {
            assertThat(row.key()).isEqualTo("tollbooth.sql.password");
            assertThat(row.value()).isEqualTo("***");
        });
    }

    @Test
    void load_sqlPortWithoutUserOrPassword_isRefused() {
        assertThatThrownBy(() -> Settings.load(Map.of("sql.port", "9092", "sql.password", "s3cret"), NONE))
                .isInstanceOf(SettingsException.class)
                .hasMessage("a port without user: tollbooth.sql.port=9092;"
                        + " set both tollbooth.sql.user and tollbooth.sql.password");
        assertThatThrownBy(() -> Settings.load(Map.of("sql.pg-port", "5435", "sql.user", "monitor"), NONE))
                .isInstanceOf(SettingsException.class)
                .hasMessage("a port without password: tollbooth.sql.pg-port=5435;"
                        + " set both tollbooth.sql.user and tollbooth.sql.password");
    }

    static Stream<String> typos() {
        List<String> typos = new ArrayList<>();
        for (Setting setting : Setting.values()) {
            String key = setting.key;
            int middle = Setting.PREFIX.length() + (key.length() - Setting.PREFIX.length()) / 2;
            typos.add(key.substring(0, middle) + key.substring(middle + 1));
            typos.add(key.substring(0, middle) + "x" + key.substring(middle));
            typos.add(key + "s");
            if (key.indexOf('-') > 0) {
                typos.add(key.replace('-', '_'));
            }
        }
        return typos.stream().filter(key -> Stream.of(Setting.values()).noneMatch(s -> s.key.equals(key)));
    }

    @ParameterizedTest
    @MethodSource("typos")
    void load_mistypedKey_namesItAndTheNearest(String typo) {
        assertThatThrownBy(() -> Settings.load(Map.of(typo, "on"), NONE))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("unknown setting: " + typo)
                .hasMessageContaining("did you mean tollbooth.");
        String variable = typo.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
        boolean known =
                Stream.of(Setting.values()).anyMatch(s -> s.environmentName().equals(variable));
        if (!known) {
            Sources environment = new Sources(Map.of(), Map.of(variable, "secret-value"), Map.of());
            assertThatThrownBy(() -> Settings.load(Map.of(), environment))
                    .hasMessageContaining(variable)
                    .hasMessageContaining("did you mean TOLLBOOTH_")
                    .hasMessageNotContaining("secret-value");
        }
    }

    @Test
    void load_keyLikeNoOther_listsThem() {
        assertThatThrownBy(() -> Settings.load(Map.of("tollbooth.qqqqqqqqqqqqqqqqqqqqqqqqqqqqq", "1"), NONE))
                .hasMessageContaining("the settings are tollbooth.enabled, ");
    }

    @Test
    void load_configFileThatIsNotThere_namesIt(@TempDir Path dir) {
        assertThatThrownBy(() -> Settings.load(
                        Map.of(),
                        system(
                                "tollbooth.config",
                                dir.resolve("none.properties").toString())))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("none.properties")
                .hasMessageContaining("NoSuchFileException")
                .hasMessageContaining("give the path of a readable Java properties file");
    }

    @Test
    void mistakes_tried_areAtLeast150() {
        assertThat(badValues().count() + typos().count()).isGreaterThan(150);
    }

    @Test
    void readme_settingsTable_isThisOne() throws Exception {
        String readme = Files.readString(Path.of("..", "README.md"));
        assertThat(readme)
                .as("README's table between <!-- settings --> and <!-- /settings -->")
                .contains("<!-- settings -->\n" + Settings.table() + "<!-- /settings -->");
    }
}
