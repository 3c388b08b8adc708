package dev.tollbooth.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.internal.budget.Budget;
import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.internal.cost.RuModel;
import dev.tollbooth.internal.jmx.InstanceFacts.SettingValue;
import dev.tollbooth.internal.provider.GrpcAgentOptions;
import dev.tollbooth.internal.provider.GrpcPortOptions;
import dev.tollbooth.jdbc.SettingsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {

    private static final SettingSources NONE = new SettingSources(Map.of(), Map.of(), Map::of);

    @Test
    void load_withoutAnything_givesTheDefaults() {
        Settings settings = Settings.load(Map.of(), NONE);
        assertThat(settings.enabled()).isTrue();
        assertThat(settings.name()).isEqualTo("default");
        assertThat(settings.digestsSize()).isEqualTo(10_000);
        assertThat(settings.slowThresholdNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(settings.rows())
                .hasSize(Setting.values().length)
                .allSatisfy(row -> assertThat(row.origin()).isEqualTo("default"));
    }

    @Test
    void load_fromAllSources_takesTheFirstThatHasIt(@TempDir Path dir) throws Exception {
        Path file = Files.writeString(
                dir.resolve("t.properties"), "tollbooth.ru.sample=0.5\ndigests.size=5\nname=five\nsamples=on\n");
        Map<String, String> resource =
                Map.of("ru.sample", "0.6", "tollbooth.digests.size", "6", "slow.threshold", "6s");
        SettingSources sources = new SettingSources(
                Map.of("tollbooth.name", "three", "tollbooth.config", file.toString(), "java.home", "x"),
                Map.of("TOLLBOOTH_NAME", "four", "TOLLBOOTH_DIGESTS_SIZE", "4", "PATH", "x"),
                () -> resource);
        Settings settings = Settings.load(Map.of("name", "one"), sources);
        assertThat(settings.name()).isEqualTo("one");
        assertThat(settings.digestsSize()).isEqualTo(4);
        assertThat(settings.ru().sample()).isEqualTo(0.5);
        assertThat(settings.samples()).isTrue();
        assertThat(settings.slowThresholdNanos()).isEqualTo(6_000_000_000L);
        assertThat(settings.rows())
                .filteredOn(row -> row.key().equals("tollbooth.digests.size"))
                .singleElement()
                .satisfies(row -> assertThat(row.origin()).isEqualTo("environment"));
        assertThat(settings.ignored()).isEmpty();
        assertThat(Settings.load(Map.of(), sources).name()).isEqualTo("three");
    }

    /** A setting and an invalid value. */
    record Mistake(String key, String value) {}

    static Stream<Mistake> badValues() {
        List<Mistake> mistakes = new ArrayList<>();
        for (Setting setting : Setting.values()) {
            for (String value : badValues(setting.kind)) {
                mistakes.add(new Mistake(setting.key, value));
            }
        }
        return mistakes.stream();
    }

    static List<String> badValues(SettingKind kind) {
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
        if (kind instanceof SettingKind.Listen listen) {
            String host = listen.anyHost() ? "a b:1" : "localhost:5435";
            return List.of("many", "0", "-1", "65536", "99999999999", ":5435", "localhost:", host);
        }
        if (kind instanceof SettingKind.Parts parts) {
            String name = parts.parts().get(0).name();
            return List.of("1", name, name + ":", name + ":1,", "x:1", name + ":1," + name + ":1", name + "=1");
        }
        if (kind instanceof SettingKind.HostAndPort) {
            return List.of(
                    "collector", ":12020", "collector:", "collector:0", "127.0.0.1:65536", "127.0.0.1:99999", "a b:1");
        }
        if (kind instanceof SettingKind.WarningPattern) {
            return List.of("(", "ru=[0-9]+");
        }
        return List.of("a b\u0000c, :*?\"".repeat(20));
    }

    @ParameterizedTest
    @MethodSource("badValues")
    void load_badValue_namesKeyValueOriginAndWhatIsAllowed(Mistake mistake) {
        if (mistake.key.equals("tollbooth.config")) {
            return; // a path may be anything: its own test
        }
        assertThatThrownBy(() -> Settings.load(Map.of(mistake.key, mistake.value), NONE))
                .isInstanceOf(SettingsException.class)
                .satisfies(e -> {
                    String message = e.getMessage();
                    assertThat(message).contains(mistake.key + "=");
                    String shown = mistake.value.strip();
                    assertThat(message)
                            .contains(
                                    mistake.key.endsWith("password") || mistake.key.endsWith("token")
                                            ? "=***"
                                            : PrintableText.escape(shown.substring(0, Math.min(64, shown.length()))));
                    assertThat(message).contains("(connection property)").contains("allowed is ");
                    assertThat(message.length()).isLessThan(500);
                });
    }

    @Test
    void load_everySettingEmpty_isAsNotGiven() {
        for (Setting setting : Setting.values()) {
            Map<String, String> empty = Map.of(setting.key, " ");
            SettingSources outside =
                    new SettingSources(empty, Map.of(SettingPlace.ENVIRONMENT.nameOf(setting.key), ""), () -> empty);
            Settings settings = Settings.load(empty, outside);
            assertThat(settings.ignored()).as(setting.key).isEmpty();
            assertThat(settings.rows())
                    .as(setting.key)
                    .allMatch(row -> row.origin().equals("default"));
        }
        SettingSources below = new SettingSources(
                Map.of("tollbooth.digests.size", ""), Map.of("TOLLBOOTH_DIGESTS_SIZE", "7"), Map::of);
        assertThat(Settings.load(Map.of(), below).digestsSize()).isEqualTo(7);
    }

    @Test
    void load_sqlPassword_isShownNowhere() {
        Settings settings = Settings.load(
                Map.of("sql.listen", "9092", "sql.user", "monitor", "sql.password", "s3cret", "name", "shop"), NONE);
        assertThat(settings.sql().password()).isEqualTo("s3cret");
        assertThat(settings.toString()).contains("monitor", "shop").doesNotContain("s3cret");
        assertThat(settings.rows()).anySatisfy(row -> {
            assertThat(row.key()).isEqualTo("tollbooth.sql.password");
            assertThat(row.value()).isEqualTo("***");
        });
    }

    @Test
    void load_grpcTokens_areShownNowhere() {
        Settings settings = Settings.load(
                Map.of("grpc.listen", "9", "grpc.token", "s3cret", "grpc.agent", "a:1", "grpc.agent.token", "s3cret2"),
                NONE);
        assertThat(settings.report().grpcPort().token()).isEqualTo("s3cret");
        assertThat(settings.report().grpcAgent().token()).isEqualTo("s3cret2");
        assertThat(settings.toString()).contains("a:1").doesNotContain("s3cret");
        assertThat(settings.rows())
                .filteredOn(row -> row.key().endsWith("token"))
                .hasSize(2)
                .allSatisfy(row -> assertThat(row.value()).isEqualTo("***"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"collector:0", "collector:65536", "127.0.0.1:99999", "collector:123456", ":1", "collector"})
    void load_agentWithoutAPort_isRefused(String agent) {
        assertThatThrownBy(() -> Settings.load(Map.of("grpc.agent", agent), NONE))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("tollbooth.grpc.agent=" + agent)
                .hasMessageContaining("the port from 1 to 65535");
        assertThat(Settings.load(Map.of("grpc.agent", "[::1]:65535"), NONE)
                        .report()
                        .grpcAgent()
                        .address())
                .isEqualTo("[::1]:65535");
    }

    /** Tests values of an address that the page shows as a link. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "javascript:alert('{traceId}')",
                "data:text/html,{traceId}",
                "//jaeger.example/{traceId}",
                "https://jaeger.example/trace",
                "https://{traceId}/trace",
                "https://jaeger.example?{traceId}",
                "https://user:secret@jaeger.example/{traceId}",
                "https://jaeger.example/\"onclick=x/{traceId}",
                "https://jaeger.example/<b>/{traceId}",
                "https://jaeger.example/{traceId} x",
            })
    void load_addressOfATraceThatIsNoAddress_isRefused(String url) {
        assertThatThrownBy(() -> Settings.load(Map.of("console.trace-url", url), NONE))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("with {traceId} in it");
        String good = "http://localhost:16686/trace/{traceId}?uiFind={spanId}&x=%7B%22a%22#f";
        assertThat(Settings.load(Map.of("console.trace-url", good), NONE).rows())
                .anySatisfy(row -> assertThat(row.value()).isEqualTo(good));
    }

    @Test
    void load_sqlPortWithoutUserOrPassword_isRefused() {
        assertThatThrownBy(() -> Settings.load(Map.of("sql.listen", "9092", "sql.password", "s3cret"), NONE))
                .isInstanceOf(SettingsException.class)
                .hasMessage("a port without user: tollbooth.sql.listen=9092;"
                        + " set both tollbooth.sql.user and tollbooth.sql.password");
        assertThatThrownBy(() -> Settings.load(Map.of("sql.listen", "5435", "sql.user", "monitor"), NONE))
                .isInstanceOf(SettingsException.class)
                .hasMessage("a port without password: tollbooth.sql.listen=5435;"
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
    }

    @Test
    void load_keyLikeNoOther_listsThem() {
        assertThatThrownBy(() -> Settings.load(Map.of("tollbooth.qqqqqqqqqqqqqqqqqqqqqqqqqqqqq", "1"), NONE))
                .hasMessageContaining("the settings are tollbooth.enabled, ");
    }

    @Test
    void mistakes_tried_areAtLeast130() {
        assertThat(badValues().count() + typos().count()).isGreaterThan(130);
    }

    /** Returns the table of all settings in Markdown: key, default, description, allowed values, example. */
    private static String table() {
        StringBuilder table = new StringBuilder(
                "| setting | default | what it does | allowed | for example |\n|---|---|---|---|---|\n");
        for (Setting setting : Setting.values()) {
            table.append("| `")
                    .append(setting.key)
                    .append("` | ")
                    .append(setting.defaultValue.isEmpty() ? "" : "`" + setting.defaultValue + "`")
                    .append(" | ")
                    .append(setting.description)
                    .append(" | ")
                    .append(setting.kind.allowed())
                    .append(" | `")
                    .append(setting.example)
                    .append("` |\n");
        }
        return table + "| `" + Setting.BUDGET_FAMILY
                + "USER` |  | request units that this user may spend per window; an exceeded budget is logged;"
                + " in an environment variable the user is in lower case | " + Budget.FORM + " | `1000/min` |\n";
    }

    @Test
    void guide_settingsTable_isThisOne() throws Exception {
        String guide = Files.readString(Path.of("..", "docs", "guide", "settings.md"));
        assertThat(guide)
                .as("the table between <!-- settings --> and <!-- /settings -->")
                .contains("<!-- settings -->\n" + table() + "<!-- /settings -->");
        assertThat(guide.lines().count()).isLessThan(200);
    }

    @Test
    void sqlUser_withTruncate_isTheNameAndTheRight() {
        SqlSettings reads = sql("monitor");
        SqlSettings empties = sql("monitor:truncate");
        assertThat(reads.userName()).isEqualTo(empties.userName()).isEqualTo("monitor");
        assertThat(reads.mayTruncate()).isFalse();
        assertThat(empties.mayTruncate()).isTrue();
        assertThatThrownBy(() -> sql("monitor:delete"))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("tollbooth.sql.user=monitor:delete");
    }

    private static SqlSettings sql(String user) {
        return Settings.load(Map.of("sql.listen", "5435", "sql.user", user, "sql.password", "s3cret"), NONE)
                .sql();
    }

    @Test
    void settings_areAtMost40() {
        // a limit: thirty settings, four for further outputs, such as Prometheus, a collector and the console, and six
        // for origins and their limits
        assertThat(Setting.values()).hasSizeLessThanOrEqualTo(40);
    }

    @ParameterizedTest
    @EnumSource(Setting.class)
    void load_exampleOfTheTable_isInForce(Setting setting) {
        Map<String, String> typed = new HashMap<>(Map.of(setting.key, setting.example));
        if (setting == Setting.SQL_LISTEN) {
            typed.putAll(Map.of("sql.user", "monitor", "sql.password", "s3cret"));
        }
        Settings settings = Settings.load(typed, NONE);
        boolean secret = setting.kind instanceof SettingKind.Secret;
        assertThat(settings.rows())
                .contains(new SettingValue(setting.key, secret ? "***" : setting.example, "connection property"));
        if (setting != Setting.CONFIG) { // there is no such file
            assertThat(settings.ignored()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Setting.class)
    void load_defaultWritten_isAsNotGiven(Setting setting) {
        if (!setting.defaultValue.isEmpty()) {
            Settings written = Settings.load(Map.of(setting.key, setting.defaultValue), NONE);
            assertThat(withoutRows(written)).isEqualTo(withoutRows(Settings.load(Map.of(), NONE)));
        }
    }

    private static String withoutRows(Settings settings) {
        return settings.toString().replaceAll("rows=.*", "").replaceAll("WarningHint@[0-9a-f]+", "WarningHint");
    }

    @Test
    void ruModel_ofSomeParts_keepsThePublishedOnes() {
        assertThat(Settings.load(Map.of(), NONE).ru().model()).isEqualTo(RuModel.PUBLISHED);
        assertThat(Settings.load(Map.of("ru.model", "bytes-per-ru: 8192 , per-write:0"), NONE)
                        .ru()
                        .model())
                .isEqualTo(new RuModel(0.475, 0, 8192, 3, 1024));
        assertThatThrownBy(() -> Settings.load(Map.of("ru.model", "bytes-per-ru:0"), NONE))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("tollbooth.ru.model=bytes-per-ru:0 (connection property), allowed is name:value");
    }

    @Test
    void grpcListen_withAndWithoutHost_saysWhere() {
        assertThat(grpcPort("12020")).isEqualTo(new GrpcPortOptions(12020, "localhost", "", "", ""));
        assertThat(grpcPort("0.0.0.0:12020")).isEqualTo(new GrpcPortOptions(12020, "0.0.0.0", "", "", ""));
        assertThat(grpcPort("[::1]:12020")).isEqualTo(new GrpcPortOptions(12020, "[::1]", "", "", ""));
        assertThat(Settings.load(Map.of("grpc.listen", "off"), NONE).report().grpcPort())
                .isNull();
    }

    private static GrpcPortOptions grpcPort(String listen) {
        return Settings.load(Map.of("grpc.listen", listen), NONE).report().grpcPort();
    }

    @Test
    void grpcTls_namesTheFilesOfPortAndAgent() {
        ReportSettings report = Settings.load(
                        Map.of(
                                "grpc.listen",
                                "9",
                                "grpc.agent",
                                "a:1",
                                "grpc.tls",
                                "ca:system,certificate:C:\\a.pem,key:/k.pem"),
                        NONE)
                .report();
        assertThat(report.grpcPort()).isEqualTo(new GrpcPortOptions(9, "localhost", "", "C:\\a.pem", "/k.pem"));
        assertThat(report.grpcAgent()).isEqualTo(new GrpcAgentOptions("a:1", "system", ""));
    }
}
