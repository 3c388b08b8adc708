package dev.tollbooth.jdbc;

import dev.tollbooth.accounting.digest.SqlDialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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
    RU_SOURCE(
            "ru.source",
            text("[a-z][a-z0-9-]{0,31}", "auto, estimate, off, or the name of a source"),
            "auto",
            "where request units are from; auto: a hint of the server where one comes by itself, else an estimate"),
    RU_MODEL_PER_READ("ru.model.per-read", new SettingKind.Factor(true), "0.475", "RU of each statement that reads"),
    RU_MODEL_PER_WRITE("ru.model.per-write", new SettingKind.Factor(true), "1.7", "RU of each statement that writes"),
    RU_MODEL_BYTES_PER_RU(
            "ru.model.bytes-per-ru", new SettingKind.Factor(false), "65536", "bytes read that cost one RU"),
    RU_MODEL_MILLIS_PER_RU(
            "ru.model.millis-per-ru",
            new SettingKind.Factor(false),
            "3",
            "milliseconds of execution and fetch that cost one RU"),
    RU_MODEL_WAL_BYTES_PER_RU(
            "ru.model.wal-bytes-per-ru",
            new SettingKind.Factor(false),
            "1024",
            "bytes of write-ahead log that cost one RU"),
    RU_POSTGRES_SAMPLE(
            "ru.postgres.sample",
            new SettingKind.Share(),
            "1",
            "share of executions that PostgreSQL's auto_explain explains; the figures are scaled"),
    RU_WARNING_PATTERN(
            "ru.warning.pattern",
            new SettingKind.WarningPattern(),
            "\\bru=([0-9.]+)",
            "finds the RU in a warning's text: its first group, or groups named rru, wru, plan"),
    RU_WARNING_HIDE("ru.warning.hide", new SettingKind.Flag(), "off", "on: the application does not see such warnings"),
    RU_TIDB_SAMPLE(
            "ru.tidb.sample",
            new SettingKind.Share(),
            "1",
            "share of a statement's executions that TiDB is asked about, a round trip each; the figures are scaled"),
    PLAN_SOURCE(
            "plan.source",
            text("[a-z][a-z0-9-]{0,31}", "off, explain, or the name of a source"),
            "off",
            "who is asked for plans; explain: H2, MySQL and MariaDB, once a statement and interval"),
    PLAN_REFRESH("plan.refresh", new SettingKind.Time(false), "10m", "how long a statement is not asked about again"),
    KEYSPACE(
            "keyspace",
            text("\\P{Cntrl}{1,128}", "1 to 128 characters, no control characters"),
            "",
            "name of the database in TopRU and reports; empty: product and catalog"),
    REPORT_DIR("report.dir", text("\\P{Cntrl}{1,4096}", "a directory"), "", "report files go there; empty: none"),
    REPORT_INTERVAL(
            "report.interval",
            new SettingKind.Choice(List.of("15s", "30s", "60s")),
            "60s",
            "how often a report leaves"),
    REPORT_MAX_FILE_SIZE(
            "report.max-file-size",
            new SettingKind.Bytes(64 << 10, 16L << 30),
            "64MB",
            "a larger report file is ended"),
    REPORT_MAX_FILE_AGE("report.max-file-age", new SettingKind.Time(false), "1d", "an older report file is ended"),
    REPORT_MAX_TOTAL_SIZE(
            "report.max-total-size",
            new SettingKind.Bytes(64 << 10, 1L << 40),
            "1GB",
            "report files kept, the oldest go first"),
    REPORT_HLOG("report.hlog", new SettingKind.Flag(), "off", "on: HdrHistogram interval logs beside the report files"),
    GRPC_PORT("grpc.port", new SettingKind.Whole(0, 65_535), "0", "port for TopSQL subscribers; 0: none"),
    GRPC_HOST(
            "grpc.host",
            text("[A-Za-z0-9.:_-]{1,255}", "a host name or address"),
            "localhost",
            "where that port listens; all but loopback needs TLS and token"),
    GRPC_TOKEN("grpc.token", new SettingKind.Secret(4096), "", "what subscribers must name; empty: nothing"),
    GRPC_TLS_CERTIFICATE(
            "grpc.tls.certificate",
            pemFile("a PEM file"),
            "",
            "certificate of that port and its issuers; empty: no TLS"),
    GRPC_TLS_KEY("grpc.tls.key", pemFile("a PEM file"), "", "that certificate's key, PKCS#8 without a password"),
    GRPC_AGENT("grpc.agent", new SettingKind.HostAndPort(), "", "TopSQL agent that reports are sent to; empty: none"),
    GRPC_AGENT_CA(
            "grpc.agent.ca",
            pemFile("a PEM file, or system"),
            "",
            "whose certificates the agent's TLS is trusted by; empty: no TLS"),
    GRPC_AGENT_TOKEN("grpc.agent.token", new SettingKind.Secret(4096), "", "what the agent is told, with TLS only"),
    MEMORY_LIMIT("memory.limit", new SettingKind.Bytes(4 << 20, 16L << 30), "64MB", "the most memory of all accounts"),
    MEMORY_CLIENT_BYTES(
            "memory.client-bytes",
            new SettingKind.Choice(List.of("all", "sampled", "off")),
            "sampled",
            "executions whose allocation on the client is read"),
    MEMORY_QUERY_LIMIT(
            "memory.query-limit",
            new SettingKind.Bytes(1 << 20, 1L << 40, true),
            "off",
            "a statement that allocates more on the client, within execute or one next(), is cancelled"),
    MEMORY_CANCEL_TIMEOUT(
            "memory.cancel-timeout",
            new SettingKind.Time(false),
            "2s",
            "how long a statement's end waits for a cancel that query-limit sent"),
    CPU_TIME(
            "cpu-time",
            new SettingKind.Flag(),
            "off",
            "on: CPU time of the client's threads in execute, in TopSQL's records; read as memory.client-bytes says"),
    VENDOR_INTERFACES("vendor-interfaces", new SettingKind.Flag(), "on", "proxies declare the driver's own interfaces"),
    JMX("jmx", new SettingKind.Flag(), "on", "register MBeans"),
    JMX_TOP("jmx.top", new SettingKind.Whole(1, 10_000), "200", "rows of an MBean's table"),
    SQL_PG_PORT(
            "sql.pg-port",
            new SettingKind.Whole(0, 65_535),
            "0",
            "loopback port for psql and drivers of PostgreSQL; 0: none"),
    SQL_USER(
            "sql.user",
            text("[A-Za-z][A-Za-z0-9_]{0,62}", "a letter, then up to 62 of A-Z a-z 0-9 _"),
            "",
            "who may read the SQL tables through this port"),
    SQL_PASSWORD("sql.password", new SettingKind.Secret(128), "", "that user's password; the port needs both"),
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
        return new SettingKind.Text(form, allowed);
    }

    private static SettingKind pemFile(String allowed) {
        return text("\\P{Cntrl}{1,4096}", allowed);
    }

    private static List<String> dialects() {
        List<String> names = new ArrayList<>(List.of("auto"));
        for (SqlDialect dialect : SqlDialect.values()) {
            names.add(dialect.settingName());
        }
        return names;
    }

    /** Returns the name of the environment variable: upper case, dots and hyphens as underscores. */
    String environmentName() {
        return key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }
}
