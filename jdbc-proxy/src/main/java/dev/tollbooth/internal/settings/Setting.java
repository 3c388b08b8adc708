package dev.tollbooth.internal.settings;

import dev.tollbooth.internal.advice.AdviceKind;
import dev.tollbooth.statement.SqlDialect;
import java.util.ArrayList;
import java.util.List;

/**
 * All settings: key, kind, default, an example and a description. There are at most 40, so a new setting needs a good
 * reason.
 */
@SuppressWarnings("ImmutableEnumChecker") // kinds are records of immutable parts
public enum Setting {
    ENABLED("enabled", true, "off: the application gets the driver's own connections, and nothing is accounted"),
    CONFIG(
            "config",
            text(".+", "a file's path"),
            "",
            "/etc/shop/tollbooth.properties",
            "a properties file with settings"),
    NAME(
            "name",
            text("[A-Za-z0-9_.-]{1,64}", "1 to 64 of A-Z a-z 0-9 _ . -"),
            "default",
            "shop",
            "name of the instance, in its MBeans and reports"),
    DIGESTS_SIZE(
            "digests.size",
            new SettingKind.Whole(1, 1_000_000),
            "10000",
            "2000",
            "rows of the statement table; all further statements count in one row without digest"),
    DIGEST_DIALECT(
            "digest.dialect",
            new SettingKind.Choice(dialects()),
            "auto",
            "oracle",
            "dialect of the SQL; auto: by the database's product"),
    DIGEST_MASK_NAME_DIGITS(
            "digest.mask-name-digits",
            false,
            "on: a number in a name becomes #; use it if a program creates tables with numbered names; digests then differ from the server's"),
    SAMPLES("samples", false, "on: keep one SQL text with its literals per digest"),
    SLOW_THRESHOLD(
            "slow.threshold",
            new SettingKind.Time(true),
            "off",
            "500ms",
            "log one line for each execution that takes this time or longer, at most ten lines per second"),
    RU_SOURCE(
            "ru.source",
            text("[a-z][a-z0-9-]{0,31}", "auto, estimate, off, or the name of a source"),
            "auto",
            "postgres",
            "source of request units; auto: the server's warnings if they contain the cost, else an estimate"),
    RU_SAMPLE(
            "ru.sample",
            new SettingKind.Share(),
            "1",
            "0.1",
            "share of executions for which the sources postgres and tidb ask the server for the cost; the figures are scaled"),
    RU_MODEL(
            "ru.model",
            ruModel(),
            "per-read:0.475,per-write:1.7,bytes-per-ru:65536,millis-per-ru:3,wal-bytes-per-ru:1024",
            "per-write:2,bytes-per-ru:8192",
            "factors of the estimate's cost model; factors that are left out keep their defaults"),
    RU_WARNING_PATTERN(
            "ru.warning.pattern",
            new SettingKind.WarningPattern(),
            "\\bru=([0-9.]+)",
            "cost (?<rru>[0-9.]+)",
            "regular expression that finds the request units in a warning, in its first group or in groups named rru, wru, plan"),
    PLAN_SOURCE(
            "plan.source",
            text("[a-z][a-z0-9-]{0,31}", "off, explain, or the name of a source"),
            "off",
            "explain",
            "source of plans; explain: an EXPLAIN of each statement, at most once in ten minutes, on H2, MySQL and MariaDB"),
    KEYSPACE(
            "keyspace",
            text("\\P{Cntrl}{1,128}", "1 to 128 characters, no control characters"),
            "",
            "orders",
            "name of the database in TopRU and reports; empty: product and catalog"),
    REPORT_DIR(
            "report.dir",
            text("\\P{Cntrl}{1,4096}", "a directory"),
            "",
            "/var/log/tollbooth",
            "directory of report files; empty: none"),
    REPORT_INTERVAL(
            "report.interval",
            new SettingKind.Choice(List.of("15s", "30s", "60s")),
            "60s",
            "15s",
            "time between two reports"),
    REPORT_MAX_TOTAL_SIZE(
            "report.max-total-size",
            new SettingKind.Bytes(64 << 10, 1L << 40),
            "1GB",
            "200MB",
            "largest total size of the report files; the oldest files are deleted first; a new file begins at 64 MB or after a day"),
    REPORT_HLOG("report.hlog", false, "on: HdrHistogram interval logs beside the report files"),
    REPORT_OTLP(
            "report.otlp",
            new SettingKind.HttpUrl(),
            "",
            "http://localhost:4318/v1/metrics",
            "OpenTelemetry collector that metrics are sent to; empty: none"),
    PROMETHEUS_LISTEN(
            "prometheus.listen",
            new SettingKind.Listen(true),
            "off",
            "9464",
            "port that Prometheus scrapes, on loopback unless the value has a host"),
    GRPC_LISTEN(
            "grpc.listen",
            new SettingKind.Listen(true),
            "off",
            "12020",
            "port for TopSQL subscribers, on loopback unless the value has a host; a host needs grpc.token and"
                    + " grpc.tls"),
    GRPC_TOKEN(
            "grpc.token",
            new SettingKind.Secret(4096),
            "",
            "k7Qd-long-and-random",
            "token that subscribers must send; empty: none"),
    GRPC_TLS(
            "grpc.tls",
            tls(),
            "",
            "certificate:/etc/tls/tls.crt,key:/etc/tls/tls.key",
            "PEM files for TLS; certificate: the port's certificate with its issuers; key: the port's key"
                    + " (PKCS#8, no password); ca: the certificates that sign the agent's certificate, or system for those"
                    + " of the JVM; empty: no TLS"),
    GRPC_AGENT(
            "grpc.agent",
            new SettingKind.HostAndPort(),
            "",
            "collector:12020",
            "TopSQL agent that reports are sent to; empty: none"),
    GRPC_AGENT_TOKEN(
            "grpc.agent.token",
            new SettingKind.Secret(4096),
            "",
            "Zx03-another-one",
            "token that is sent to the agent, over TLS only"),
    MEMORY_LIMIT(
            "memory.limit",
            new SettingKind.Bytes(4 << 20, 16L << 30),
            "64MB",
            "16MB",
            "largest memory of Tollbooth; each cache of SQL texts takes at most an eighth of it"),
    MEMORY_QUERY_LIMIT(
            "memory.query-limit",
            new SettingKind.Bytes(1 << 20, 1L << 40, true),
            "off",
            "200MB",
            "a statement is cancelled if its thread allocates more than this limit within one execute or next()"),
    ORIGIN(
            "origin",
            new SettingKind.Choice(List.of("off", "scope", "callsite", "span")),
            "scope",
            "callsite",
            "how statements get an origin; scope: your code calls withOrigin; callsite: the same, else the line"
                    + " of your code, for a sample of executions; span: the same, else the current span of OpenTelemetry's"
                    + " SDK"),
    TOPRU_BY_ORIGIN(
            "topru.by-origin",
            false,
            "on: TopRU and reports also split request units by origin, with the four most expensive origins of"
                    + " each user, statement and plan"),
    CPU_TIME(
            "cpu-time",
            false,
            "on: TopSQL's records have the client's CPU time in execute, measured for a sample of executions"),
    JMX("jmx", true, "register MBeans"),
    SQL_LISTEN(
            "sql.listen",
            new SettingKind.Listen(false),
            "off",
            "5435",
            "loopback port on which psql and PostgreSQL's drivers read the SQL tables; needs sql.user and sql.password"),
    SQL_USER(
            "sql.user",
            text(
                    "[A-Za-z][A-Za-z0-9_]{0,62}(:truncate)?",
                    "a letter, then up to 62 of A-Z a-z 0-9 _; then :truncate or nothing"),
            "",
            "monitor",
            "user who may read the SQL tables through the port; with :truncate after the name, the user may also empty them"),
    SQL_PASSWORD("sql.password", new SettingKind.Secret(128), "", "hV9w-long-and-random", "password of sql.user"),
    CONSOLE_LISTEN(
            "console.listen",
            new SettingKind.Listen(true),
            "off",
            "7070",
            "port of the live page, on loopback unless the value has a host"),
    CONSOLE_PASSWORD(
            "console.password",
            new SettingKind.Secret(128),
            "",
            "Qm4t-long-and-random",
            "password of the page; empty: a new token, shown once in the log"),
    CONSOLE_ALLOW(
            "console.allow",
            text("(cancel|reset)(,(cancel|reset))?", "cancel, reset, or both with a comma"),
            "",
            "cancel",
            "actions of the page: cancel statements, reset statistics; empty: none"),
    CONSOLE_TRACE_URL(
            "console.trace-url",
            text(
                    "(?=.{1,1000}$)https?://[^\\s\\p{Cntrl}\"'<>@/?#]+/[^\\s\\p{Cntrl}\"'<>]*\\{traceId\\}[^\\s\\p{Cntrl}\"'<>]*",
                    "http://host/path or https://, with {traceId} in it, perhaps with {spanId}"),
            "",
            "https://jaeger.example/trace/{traceId}",
            "address of a trace, which the page links to; empty: no links"),
    BUDGET_ENFORCE(
            "budget.enforce",
            false,
            "on: if a user has spent a budget, the user's statements are refused until the next window, SQLState 53400"),
    ADVICE_MUTE(
            "advice.mute",
            mutedAdvice(),
            "",
            "n-plus-one:1f2e3d4c,validation",
            "advice that is hidden: kinds, each alone or with a colon and the first digits of a digest");

    static final String PREFIX = "tollbooth.";

    /** The prefix of a budget's setting, before the user. */
    static final String BUDGET_FAMILY = PREFIX + "budget.";

    public final String key;
    final SettingKind kind;
    final String defaultValue;
    final String example;
    final String description;

    Setting(String shortKey, SettingKind kind, String defaultValue, String example, String description) {
        this.key = PREFIX + shortKey;
        this.kind = kind;
        this.defaultValue = defaultValue;
        this.example = example;
        this.description = description;
    }

    /** Makes a setting that is on or off. */
    Setting(String shortKey, boolean on, String description) {
        this(shortKey, new SettingKind.Flag(), on ? "on" : "off", on ? "off" : "on", description);
    }

    private static SettingKind text(String form, String allowed) {
        return new SettingKind.Text(form, allowed);
    }

    private static SettingKind mutedAdvice() {
        String one = "(" + String.join("|", AdviceKind.keys()) + ")(:[0-9a-f]{4,64})?";
        return text(
                one + "(," + one + "){0,99}", "kinds of advice with commas between them, each alone or with :DIGEST");
    }

    private static SettingKind ruModel() {
        SettingKind term = new SettingKind.Factor(true);
        SettingKind divisor = new SettingKind.Factor(false);
        return new SettingKind.Parts(List.of(
                part("per-read", term),
                part("per-write", term),
                part("bytes-per-ru", divisor),
                part("millis-per-ru", divisor),
                part("wal-bytes-per-ru", divisor)));
    }

    private static SettingKind tls() {
        SettingKind file = text("[^\\p{Cntrl},]{1,4096}", "a PEM file");
        return new SettingKind.Parts(List.of(part("certificate", file), part("key", file), part("ca", file)));
    }

    private static SettingKind.Parts.Part part(String name, SettingKind kind) {
        return new SettingKind.Parts.Part(name, kind);
    }

    private static List<String> dialects() {
        List<String> names = new ArrayList<>(List.of("auto"));
        for (SqlDialect dialect : SqlDialect.values()) {
            names.add(dialect.settingName());
        }
        return names;
    }
}
