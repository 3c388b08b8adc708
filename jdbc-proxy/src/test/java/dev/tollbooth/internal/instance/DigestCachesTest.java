package dev.tollbooth.internal.instance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tollbooth.internal.digest.DigestCache;
import dev.tollbooth.internal.digest.DigestOptions;
import dev.tollbooth.internal.digest.TidbVersion;
import dev.tollbooth.internal.settings.SettingSources;
import dev.tollbooth.internal.settings.Settings;
import dev.tollbooth.statement.SqlDialect;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Tests which cache a connection's texts are looked up in: one for each way to read them, whatever version servers
 * report.
 */
class DigestCachesTest {

    private static final DigestOptions DEFAULT = DigestOptions.DEFAULT;

    private static DigestCaches caches(Map<String, String> settings) {
        return new DigestCaches(Settings.load(settings, new SettingSources(Map.of(), Map.of(), Map::of)));
    }

    @Test
    void dialect_ofTheSetting_winsOverTheDetectedOne() {
        DigestCaches mysql = caches(Map.of("digest.dialect", "mysql"));
        assertThat(mysql.apply(SqlDialect.H2, DEFAULT).get("select \"x\"").text())
                .isEqualTo("select ?");
        assertThat(mysql.apply(SqlDialect.H2, DEFAULT)).isSameAs(mysql.apply(SqlDialect.ORACLE, DEFAULT));
        assertThat(caches(Map.of())
                        .apply(SqlDialect.H2, DEFAULT)
                        .get("select \"x\"")
                        .text())
                .isEqualTo("select `x`");
    }

    @Test
    void options_ofTheMysqlFamily_haveCachesOfTheirOwn() {
        DigestCaches caches = caches(Map.of());
        DigestCache usual = caches.apply(SqlDialect.MYSQL, DEFAULT);
        DigestCache plain = caches.apply(SqlDialect.MYSQL, DEFAULT.withoutBackslashEscapes());
        String sql = "select 'a\\', b";
        assertThat(plain.get(sql).text()).isEqualTo("select ? , `b`");
        assertThat(usual.get(sql).text()).isEqualTo("select");
        assertThat(caches.apply(SqlDialect.H2, DEFAULT.withoutBackslashEscapes()))
                .as("no other family knows them")
                .isSameAs(caches.apply(SqlDialect.H2, DEFAULT));
    }

    /** Tests that a server with another version each time can't fill the memory with caches. */
    @Test
    void versions_anyNumberOfThem_areFourCaches() {
        DigestCaches caches = caches(Map.of("memory.limit", "16MB"));
        Set<DigestCache> made = new HashSet<>();
        for (int major = 0; major < 30; major++) {
            for (int patch = 0; patch < 30; patch++) {
                made.add(caches.apply(SqlDialect.TIDB, DEFAULT.forTidb(new TidbVersion(major, patch % 6, patch))));
            }
        }
        assertThat(made).hasSize(4).hasSameSizeAs(caches.all());
    }
}
