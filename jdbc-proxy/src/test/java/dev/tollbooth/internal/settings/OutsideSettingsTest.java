package dev.tollbooth.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.internal.instance.Instance;
import dev.tollbooth.internal.jmx.InstanceFacts.IgnoredSetting;
import dev.tollbooth.internal.report.ReportResource;
import dev.tollbooth.jdbc.SettingsException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests wrong values in system properties, the environment and files: the application connects, and the log names them.
 */
class OutsideSettingsTest {

    private static final String SECRET = "hunter2";
    private static final SettingSources NOTHING = new SettingSources(Map.of(), Map.of(), Map::of);

    @TempDir
    private Path directory;

    /** A place for settings outside the code. */
    enum Place {
        FRAMEWORK,
        SYSTEM,
        ENVIRONMENT,
        FILE,
        RESOURCE;

        /** Returns the name of a setting in this place; {@code key} is without its prefix. */
        String name(String key) {
            return this == ENVIRONMENT
                    ? "TOLLBOOTH_"
                            + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_')
                    : this == RESOURCE ? key : "tollbooth." + key;
        }
    }

    private SettingSources of(Place place, Map<String, String> values) throws IOException {
        return switch (place) {
            case FRAMEWORK -> NOTHING.with("application.properties", values);
            case SYSTEM -> new SettingSources(values, Map.of(), Map::of);
            case ENVIRONMENT -> new SettingSources(Map.of(), values, Map::of);
            case RESOURCE -> new SettingSources(Map.of(), Map.of(), () -> values);
            case FILE -> {
                Properties properties = new Properties();
                properties.putAll(values);
                Path file = directory.resolve("tollbooth.properties");
                try (var out = Files.newOutputStream(file)) {
                    properties.store(out, null);
                }
                yield config(file);
            }
        };
    }

    private static SettingSources config(Path file) {
        return new SettingSources(Map.of("tollbooth.config", file.toString()), Map.of(), Map::of);
    }

    private static Settings load(SettingSources sources) {
        return Settings.load(Map.of(), sources);
    }

    private static String shortKey(Setting setting) {
        return setting.key.substring("tollbooth.".length());
    }

    /** A fault, and the texts that a logged line must contain; empty if no line is expected. */
    private record Fault(Map<String, String> values, List<String> told) {}

    private static List<Fault> faults(Place place) {
        List<Fault> faults = new ArrayList<>();
        for (Setting setting : Setting.values()) {
            if (setting == Setting.CONFIG) {
                continue; // its own tests
            }
            String name = place.name(shortKey(setting));
            for (String value : SettingsTest.badValues(setting.kind)) {
                String written = place == Place.ENVIRONMENT ? value.replace('\u0000', '\u0001') : value;
                faults.add(new Fault(
                        Map.of(name, written),
                        List.of(place == Place.ENVIRONMENT ? name : setting.key, "allowed is ")));
            }
            faults.add(new Fault(Map.of(name, ""), List.of()));
            faults.add(new Fault(Map.of(name, "   "), List.of()));
            String unknown = place.name(shortKey(setting) + ".x");
            // budget.enforce.x is the budget of a user with the name x
            String told = setting == Setting.BUDGET_ENFORCE ? "bad setting: " : "unknown setting: ";
            faults.add(new Fault(Map.of(unknown, SECRET), List.of(told + unknown)));
        }
        return faults;
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void connect_anySettingWithAnyFault_isAccountedAndToldOnce(Place place) throws Exception {
        int tried = 0;
        for (Fault fault : faults(place)) {
            Settings settings = load(of(place, fault.values));
            String what = place + " " + fault.values;
            assertThat(settings.ignored()).as(what).hasSize(fault.told.isEmpty() ? 0 : 1);
            for (IgnoredSetting ignored : settings.ignored()) {
                assertThat(ignored.reason())
                        .as(what)
                        .contains(fault.told)
                        .contains("(" + ignored.place() + ")")
                        .doesNotContain(SECRET, "\n", "\u0000");
            }
            assertThat(settings.rows())
                    .as(what)
                    .filteredOn(row -> !row.key().equals("tollbooth.config"))
                    .allSatisfy(row -> assertThat(row.origin()).isEqualTo("default"));
            tried++;
        }
        assertThat(tried).isGreaterThan(150);
    }

    /** Tests one fault of each setting with a connection, because all faults of a setting lead to the same default. */
    @ParameterizedTest
    @EnumSource(Place.class)
    void connect_eachSettingBad_countsItsStatement(Place place) throws Exception {
        for (Setting setting : Setting.values()) {
            String value = setting == Setting.CONFIG
                    ? directory.toString()
                    : SettingsTest.badValues(setting.kind).get(0).replace('\u0000', '\u0001');
            SettingSources sources = of(place, Map.of(place.name(shortKey(setting)), value));
            try (Instance tollbooth = new Instance(Settings.load(Map.of("jmx", "off"), sources));
                    Connection connection =
                            tollbooth.connects("").connect(() -> DriverManager.getConnection("jdbc:h2:mem:"), "");
                    Statement statement = connection.createStatement()) {
                statement.execute("select 1");
                assertThat(tollbooth.statements().executions()).as(setting.key).isEqualTo(1);
                assertThat(tollbooth.settings().ignored())
                        .as(setting.key)
                        .hasSize(setting == Setting.JMX ? 0 : 1); // another value of that one is typed
            }
        }
    }

    /** Tests values that are valid, each by itself, but not together. */
    @ParameterizedTest
    @EnumSource(Place.class)
    void load_settingsThatDoNotFit_leavesThatFeatureOff(Place place) throws Exception {
        List<Map<String, String>> unfit = List.of(
                Map.of("sql.listen", "5435"),
                Map.of("sql.listen", "5435", "sql.user", "monitor"),
                Map.of("sql.listen", "5435", "sql.password", SECRET),
                Map.of("ru.source", "nosuch"),
                Map.of("plan.source", "nosuch"));
        for (Map<String, String> values : unfit) {
            Map<String, String> written = new HashMap<>();
            values.forEach((key, value) -> written.put(place.name(key), value));
            written.put(place.name("name"), "shop");
            Settings settings = load(of(place, written));
            assertThat(settings.name()).as(values.toString()).isEqualTo("shop");
            assertThat(settings.sql().listens()).isFalse();
            assertThat(settings.ru().source()).isEqualTo("auto");
            assertThat(settings.planSource()).isEqualTo("off");
            assertThat(settings.ignored()).as(values.toString()).singleElement().satisfies(ignored -> {
                for (String key : values.keySet()) {
                    assertThat(ignored.name()).contains(place.name(key));
                }
                assertThat(ignored.reason())
                        .contains("not in force: " + ignored.name() + " (" + ignored.place() + ")")
                        .doesNotContain(SECRET);
            });
            new Instance(settings).close();
        }
    }

    /** Tests the limit of disk space, which must not be ignored in favour of a default. */
    @Test
    void load_totalSizeAlone_boundsEachFileToo() {
        assertThat(maxFileBytes("1MB")).isEqualTo(1 << 20);
        assertThat(maxFileBytes("2GB")).isEqualTo(64 << 20);
    }

    private static long maxFileBytes(String total) {
        return Settings.load(Map.of("report.max-total-size", total), NOTHING)
                .report()
                .fileOptions(Path.of("x"), ReportResource.ofInstance("shop"))
                .maxFileSize();
    }

    @ParameterizedTest
    @ValueSource(strings = {"token", "tls"})
    void load_guardOfThePortThatIsNotInForce_leavesThePortClosed(String guard) {
        String bad = "\u0007";
        Map<String, String> environment = Map.of(Place.ENVIRONMENT.name("grpc." + guard), bad);
        SettingSources port = new SettingSources(Map.of("tollbooth.grpc.listen", "4000"), environment, Map::of);

        assertThat(Settings.load(Map.of(), port).report().grpcPort()).isNull();
        SettingSources typed = new SettingSources(Map.of(), environment, Map::of);
        Settings settings = Settings.load(Map.of("grpc.listen", "4000"), typed);
        assertThat(settings.report().grpcPort()).isNull();
        assertThat(settings.ignored()).anyMatch(ignored -> ignored.reason().contains("its protection has no effect"));
        Settings given = Settings.load(Map.of("grpc.listen", "4000", "grpc." + guard, "key:good"), typed);
        assertThat(given.report().grpcPort()).as("the bad value is not needed").isNotNull();
    }

    @Test
    void load_guardOfTheAgentThatIsNotInForce_sendsNothing() {
        Map<String, String> environment = Map.of(
                Place.ENVIRONMENT.name("grpc.tls"), "\u0007", Place.ENVIRONMENT.name("grpc.agent"), "collector:1");

        assertThat(Settings.load(Map.of(), new SettingSources(Map.of(), environment, Map::of))
                        .report()
                        .grpcAgent())
                .isNull();
    }

    /** Tests a port that the developer has set, without the password that the environment should provide. */
    @Test
    void load_typedPortWhosePasswordIsWrongOutside_isOffAndTold() {
        Map<String, String> typed = Map.of("sql.listen", "5435", "sql.user", "monitor");
        for (String password : List.of("", "\u0007" + SECRET)) {
            SettingSources environment =
                    new SettingSources(Map.of(), Map.of("TOLLBOOTH_SQL_PASSWORD", password), Map::of);
            Settings settings = Settings.load(typed, environment);
            assertThat(settings.sql().listens()).isFalse();
            assertThat(settings.ignored())
                    .extracting(IgnoredSetting::reason)
                    .anySatisfy(reason -> assertThat(reason)
                            .startsWith("a port without password: tollbooth.sql.listen=5435")
                            .doesNotContain(SECRET));
        }
        assertThatThrownBy(() -> Settings.load(typed, NOTHING)).isInstanceOf(SettingsException.class);
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void load_enabledOff_asksForNothingElse(Place place) throws Exception {
        Map<String, String> off = Map.of(place.name("enabled"), "off");
        SettingSources there = of(place, off);
        Map<String, String> rubbish = new HashMap<>(there.system());
        rubbish.put("tollbooth.digests.size", "abc");
        rubbish.put("tollbooth.ru.source", "nosuch");
        Map<String, String> environment = new HashMap<>(there.environment());
        environment.put("TOLLBOOTH_PORT", "tcp://10.0.0.1:5432");
        environment.put("TOLLBOOTH_SQL_LISTEN", "5435");
        SettingSources sources =
                new SettingSources(there.frameworkPlace(), there.framework(), rubbish, environment, there.resource());
        Settings settings = Settings.load(Map.of("digests.size", "many", "nosuch", "1", "sql.listen", "5"), sources);
        assertThat(settings.enabled()).isFalse();
        assertThat(settings.ignored()).isEmpty();
        assertThat(settings.digestsSize()).isEqualTo(10_000);
        try (Instance tollbooth = new Instance(settings)) {
            assertThat(tollbooth.connects("")).isNull();
        }
    }

    @Test
    void load_enabledOffTyped_readsNoOtherPlace() {
        SettingSources failing = new SettingSources(Map.of("tollbooth.config", "/no/such/file"), Map.of(), () -> {
            throw new AssertionError("read");
        });
        assertThat(Settings.load(Map.of("enabled", "off", "digests.size", "abc"), failing)
                        .enabled())
                .isFalse();
    }

    @Test
    void load_enabledTypedWrongAndOffOutside_isOff() {
        SettingSources off = new SettingSources(Map.of("tollbooth.enabled", "off"), Map.of(), Map::of);
        assertThat(Settings.load(Map.of("enabled", "maybe"), off).enabled()).isFalse();
        assertThat(Settings.load(Map.of("enabled", "on"), off).enabled()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"none", "directory", "binary", "large", "escape", "nul in its name", "a URL with a password"})
    void load_fileOfConfigThatCannotBeRead_isToldOnce(String kind) throws Exception {
        Path file = directory.resolve("settings");
        switch (kind) {
            case "directory" -> Files.createDirectory(file);
            case "binary" -> Files.write(file, new byte[] {'a', '=', 0, 1, (byte) 0xff, '\n', 'b', '=', 2});
            case "large" -> Files.writeString(file, "name=shop\n".repeat(1 << 17));
            case "escape" -> Files.writeString(file, "name=\\u12zz" + SECRET);
            default -> {}
        }
        String path = kind.startsWith("nul")
                ? "\u0000"
                : kind.startsWith("a URL") ? "http://u:" + SECRET + "@h/x" : file.toString();
        SettingSources sources =
                new SettingSources(Map.of(), Map.of("TOLLBOOTH_CONFIG", path, "TOLLBOOTH_NAME", "mine"), Map::of);
        Settings settings = load(sources);
        assertThat(settings.name()).isEqualTo("mine");
        assertThat(settings.ignored())
                .singleElement()
                .satisfies(ignored -> assertThat(ignored.reason())
                        .contains("tollbooth.config=")
                        .doesNotContain(SECRET, "\n", "\u0000"));
    }

    @Test
    void load_resourceThatCannotBeRead_isToldOnce() {
        SettingSources sources = new SettingSources(Map.of(), Map.of(), () -> {
            throw new IOException(SECRET);
        });
        assertThat(load(sources).ignored())
                .singleElement()
                .satisfies(ignored -> assertThat(ignored.reason())
                        .isEqualTo(
                                "could not read tollbooth.properties: IOException; it must be a Java properties file of at"
                                        + " most 1 MB"));
    }

    @ParameterizedTest
    @EnumSource(
            value = Place.class,
            names = {"FILE", "RESOURCE"})
    void load_fileThatNamesAnother_isReadWithoutThat(Place place) throws Exception {
        Settings settings = load(of(place, Map.of("config", "/etc/" + SECRET, "name", "shop")));
        assertThat(settings.name()).isEqualTo("shop");
        assertThat(settings.ignored())
                .singleElement()
                .satisfies(ignored -> assertThat(ignored.reason())
                        .contains("setting in the wrong place: tollbooth.config")
                        .doesNotContain(SECRET));
    }

    /** Tests the variables that Kubernetes sets for a Service with the name tollbooth. */
    @Test
    void load_variablesOfAKubernetesService_areNamed() {
        Map<String, String> service = Map.of(
                "TOLLBOOTH_SERVICE_HOST", "10.0.0.11",
                "TOLLBOOTH_SERVICE_PORT", "5432",
                "TOLLBOOTH_PORT", "tcp://10.0.0.11:5432",
                "TOLLBOOTH_PORT_5432_TCP", "tcp://10.0.0.11:5432",
                "TOLLBOOTH_PORT_5432_TCP_PROTO", "tcp",
                "TOLLBOOTH_PORT_5432_TCP_PORT", "5432",
                "TOLLBOOTH_PORT_5432_TCP_ADDR", "10.0.0.11");
        assertThat(load(new SettingSources(Map.of(), service, Map::of)).ignored())
                .hasSameSizeAs(service.keySet())
                .allSatisfy(ignored -> assertThat(ignored.reason())
                        .startsWith("unknown setting: " + ignored.name() + " (environment)")
                        .hasSizeLessThan(200));
    }

    @Test
    void load_fileOfSomethingElse_isToldInFewLines() {
        Map<String, String> foreign = new HashMap<>();
        for (int i = 0; i < 1_000; i++) {
            foreign.put("spring.x" + i, "1");
        }
        List<IgnoredSetting> ignored =
                load(new SettingSources(Map.of(), Map.of(), () -> foreign)).ignored();
        assertThat(ignored).hasSize(SettingsLoader.MOST_IGNORED + 1);
        assertThat(ignored.get(SettingsLoader.MOST_IGNORED).reason()).contains("further=950");
    }

    @Test
    void parse_utf8Text_isNoBinary() throws Exception {
        Path file = Files.write(
                directory.resolve("utf8"), "# \u00e9\u4e2d\nname=shop\r\n".getBytes(StandardCharsets.UTF_8));
        assertThat(load(config(file)).name()).isEqualTo("shop");
    }
}
