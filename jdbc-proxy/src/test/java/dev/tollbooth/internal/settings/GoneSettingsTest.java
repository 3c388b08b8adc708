package dev.tollbooth.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tollbooth.jdbc.SettingsException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings of earlier builds: who typed one is told what takes its place, and no other place's stops a connection. */
class GoneSettingsTest {

    private static final SettingSources NONE = new SettingSources(Map.of(), Map.of(), Map::of);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "digests.when-full|remove it, the NULL row counts",
                "digest.max-text-length|remove it, shown text is cut at 4 KB",
                "digest.backslash-escapes|remove it, the driver tells",
                "digest.tidb-version|remove it, the driver tells",
                "digest.cache-size|use tollbooth.memory.limit, an eighth of it",
                "plan.refresh|remove it, a server is asked about a plan again after ten minutes",
                "samples.max-age|remove it, ",
                "ru.model.per-read|use tollbooth.ru.model=per-read:NUMBER",
                "ru.model.per-write|use tollbooth.ru.model=per-write:NUMBER",
                "ru.model.bytes-per-ru|use tollbooth.ru.model=bytes-per-ru:NUMBER",
                "ru.model.millis-per-ru|use tollbooth.ru.model=millis-per-ru:NUMBER",
                "ru.model.wal-bytes-per-ru|use tollbooth.ru.model=wal-bytes-per-ru:NUMBER",
                "ru.postgres.sample|use tollbooth.ru.sample",
                "ru.tidb.sample|use tollbooth.ru.sample",
                "ru.warning.hide|remove it, ",
                "report.max-file-size|use tollbooth.report.max-total-size, ",
                "report.max-file-age|remove it, ",
                "grpc.port|use tollbooth.grpc.listen=PORT",
                "grpc.host|use tollbooth.grpc.listen=HOST:PORT",
                "grpc.tls.certificate|use tollbooth.grpc.tls=certificate:FILE,key:FILE",
                "grpc.tls.key|use tollbooth.grpc.tls=certificate:FILE,key:FILE",
                "grpc.agent.ca|use tollbooth.grpc.tls=ca:FILE",
                "memory.client-bytes|remove it, it is always sampled",
                "memory.cancel-timeout|remove it, it is two seconds",
                "vendor-interfaces|remove it, ",
                "jmx.top|remove it, an MBean's table has 200 rows",
                "sql.pg-port|use tollbooth.sql.listen=PORT",
                "sql.truncate|remove it, "
            })
    void load_keyOfAnEarlierBuild_isToldWhatToUse(String key, String remedy) {
        String fact = "setting that is gone: tollbooth." + key + " (";
        for (String typed : List.of(key, "tollbooth." + key)) {
            assertThatThrownBy(() -> Settings.load(Map.of(typed, "hunter2"), NONE))
                    .isInstanceOf(SettingsException.class)
                    .hasMessageStartingWith(fact + "connection property), " + remedy)
                    .hasMessageNotContaining("hunter2");
        }
        TypedSettings url = new TypedSettings(Map.of(), Map.of("tollbooth." + key, "hunter2"), null);
        assertThatThrownBy(() -> Settings.load(url, NONE)).hasMessageStartingWith(fact + "URL), " + remedy);

        Map<String, String> property = Map.of("tollbooth." + key, "hunter2");
        assertIgnored(new SettingSources(property, Map.of(), Map::of), fact + "system property), " + remedy);
        assertIgnored(
                new SettingSources(Map.of(), Map.of(), () -> property), fact + "tollbooth.properties), " + remedy);
        String variable =
                "TOLLBOOTH_" + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
        assertThat(Settings.load(Map.of(), new SettingSources(Map.of(), Map.of(variable, "hunter2"), Map::of))
                        .ignored())
                .singleElement()
                .satisfies(ignored -> assertThat(ignored.reason())
                        .startsWith("setting that is gone: " + variable + " (environment), ")
                        .doesNotContain("hunter2", "use tollbooth."));
    }

    private static void assertIgnored(SettingSources sources, String reason) {
        assertThat(Settings.load(Map.of(), sources).ignored())
                .singleElement()
                .satisfies(ignored ->
                        assertThat(ignored.reason()).startsWith(reason).doesNotContain("hunter2"));
    }
}
