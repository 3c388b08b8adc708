package dev.tollbooth.jdbc;

import dev.tollbooth.accounting.digest.SqlDialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** All settings there are: key, kind, default and what it does. */
@SuppressWarnings("ImmutableEnumChecker") // kinds are records of immutable parts
enum Setting {
    ENABLED("enabled", new SettingKind.Flag(), "on", "off: the driver's own connections, nothing is accounted"),
    CONFIG("config", text(".+", "a file's path"), "", "a properties file with settings"),
    NAME(
            "name",
            text("[A-Za-z0-9_.-]{1,64}", "1 to 64 of A-Z a-z 0-9 _ . -"),
            "default",
            "name of the instance, in its MBeans"),
    DIGESTS_SIZE(
            "digests.size", new SettingKind.Whole(1, 1_000_000), "10000", "how many digests the statement table holds"),
    DIGESTS_WHEN_FULL(
            "digests.when-full",
            new SettingKind.Choice(List.of("overflow", "evict-coldest")),
            "overflow",
            "full table: count new digests in the NULL row, or fold the coldest row into it"),
    DIGEST_DIALECT(
            "digest.dialect", new SettingKind.Choice(dialects()), "auto", "how SQL is read; auto: by the database"),
    DIGEST_MAX_TEXT_LENGTH(
            "digest.max-text-length",
            new SettingKind.Bytes(64, 1 << 20),
            "4KB",
            "shown text is cut there; the digest is of the whole"),
    DIGEST_BACKSLASH_ESCAPES(
            "digest.backslash-escapes", new SettingKind.Flag(), "on", "off: MySQL's sql_mode NO_BACKSLASH_ESCAPES"),
    DIGEST_TIDB_VERSION(
            "digest.tidb-version",
            new SettingKind.Release(),
            "current",
            "digests as a TiDB server of this version makes them"),
    DIGEST_CACHE_SIZE(
            "digest.cache-size", new SettingKind.Bytes(64 << 10, 1L << 30), "8MB", "memory for SQL texts seen before"),
    SAMPLES("samples", new SettingKind.Flag(), "off", "on: keep one SQL text with its literals per digest"),
    SAMPLES_MAX_AGE("samples.max-age", new SettingKind.Time(false), "60s", "a sample older than this is replaced"),
    SLOW_THRESHOLD("slow.threshold", new SettingKind.Time(true), "off", "log one line for each slower statement"),
    VENDOR_INTERFACES("vendor-interfaces", new SettingKind.Flag(), "on", "proxies declare the driver's own interfaces"),
    JMX("jmx", new SettingKind.Flag(), "on", "register MBeans"),
    JMX_TOP("jmx.top", new SettingKind.Whole(1, 10_000), "200", "rows of an MBean's table"),
    SQL_PORT("sql.port", new SettingKind.Whole(0, 65_535), "0", "loopback port for H2's driver; 0: none"),
    SQL_PG_PORT("sql.pg-port", new SettingKind.Whole(0, 65_535), "0", "loopback port for psql; 0: none"),
    SQL_USER(
            "sql.user",
            text("[A-Za-z][A-Za-z0-9_]{0,62}", "a letter, then up to 62 of A-Z a-z 0-9 _"),
            "",
            "who may read the SQL tables through these ports"),
    SQL_PASSWORD("sql.password", new SettingKind.Secret(), "", "that user's password; a port needs both"),
    SQL_TRUNCATE("sql.truncate", new SettingKind.Flag(), "off", "on: that user may TRUNCATE the SQL tables too");

    static final String PREFIX = "tollbooth.";

    final String key;
    final SettingKind kind;
    final String defaultValue;
    final String description;

    Setting(String shortKey, SettingKind kind, String defaultValue, String description) {
        this.key = PREFIX + shortKey;
        this.kind = kind;
        this.defaultValue = defaultValue;
        this.description = description;
    }

    private static SettingKind text(String form, String allowed) {
        return new SettingKind.Text(Pattern.compile(form), allowed);
    }

    private static List<String> dialects() {
        List<String> names = new ArrayList<>(List.of("auto"));
        for (SqlDialect dialect : SqlDialect.values()) {
            names.add(dialect.name().toLowerCase(Locale.ROOT));
        }
        return names;
    }

    /** Returns the name of the environment variable: upper case, dots and hyphens as underscores. */
    String environmentName() {
        return key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }
}
