package dev.tollbooth.internal.settings;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Settings that there were in earlier builds: what takes their place.
 *
 * @param replacement the setting in its place, null if there is none
 * @param text what follows the replacement's name, or what holds now
 */
record GoneSetting(@Nullable Setting replacement, String text) {

    private static final Map<String, GoneSetting> BY_KEY = byKey();

    /** Returns what became of the setting of that whole name in {@code place}; null if there was none. */
    static @Nullable GoneSetting of(SettingPlace place, String name) {
        for (Map.Entry<String, GoneSetting> entry : BY_KEY.entrySet()) {
            if (place.nameOf(entry.getKey()).equals(name)) {
                return entry.getValue();
            }
        }
        return null;
    }

    private static Map<String, GoneSetting> byKey() {
        Map<String, GoneSetting> gone = new HashMap<>();
        replace(gone, Setting.RU_SAMPLE, "", "ru.postgres.sample", "ru.tidb.sample");
        for (String part :
                new String[] {"per-read", "per-write", "bytes-per-ru", "millis-per-ru", "wal-bytes-per-ru"}) {
            replace(gone, Setting.RU_MODEL, "=" + part + ":NUMBER", "ru.model." + part);
        }
        replace(gone, Setting.GRPC_LISTEN, "=PORT", "grpc.port");
        replace(gone, Setting.GRPC_LISTEN, "=HOST:PORT", "grpc.host");
        replace(gone, Setting.GRPC_TLS, "=certificate:FILE,key:FILE", "grpc.tls.certificate", "grpc.tls.key");
        replace(gone, Setting.GRPC_TLS, "=ca:FILE", "grpc.agent.ca");
        replace(gone, Setting.SQL_LISTEN, "=PORT", "sql.pg-port");
        replace(gone, Setting.REPORT_MAX_TOTAL_SIZE, ", a file ends at 64 MB or a day", "report.max-file-size");
        replace(gone, Setting.MEMORY_LIMIT, ", an eighth of it is for SQL texts seen before", "digest.cache-size");
        remove(gone, "digests.when-full", "the NULL row counts what finds no place");
        remove(gone, "digest.max-text-length", "shown text is cut at 4 KB");
        remove(gone, "digest.backslash-escapes", "the driver tells the session's sql_mode");
        remove(gone, "digest.tidb-version", "the driver tells the server's version");
        remove(gone, "plan.refresh", "a server is asked about a plan again after ten minutes");
        remove(gone, "samples.max-age", "a sample older than a minute is replaced");
        remove(gone, "ru.warning.hide", "the application sees its server's warnings");
        remove(gone, "report.max-file-age", "a report file ends after a day");
        remove(gone, "memory.client-bytes", "it is always sampled");
        remove(gone, "memory.cancel-timeout", "it is two seconds");
        remove(gone, "vendor-interfaces", "proxies declare the driver's own interfaces wherever they can");
        remove(gone, "jmx.top", "an MBean's table has 200 rows");
        remove(gone, "sql.truncate", "tollbooth.sql.user=NAME:truncate lets that user empty tables");
        return Map.copyOf(gone);
    }

    private static void replace(Map<String, GoneSetting> gone, Setting replacement, String behindName, String... keys) {
        for (String key : keys) {
            gone.put(Setting.PREFIX + key, new GoneSetting(replacement, behindName));
        }
    }

    private static void remove(Map<String, GoneSetting> gone, String key, String now) {
        gone.put(Setting.PREFIX + key, new GoneSetting(null, now));
    }

    /** Returns what to do, with names as {@code place} writes them. */
    String remedy(SettingPlace place) {
        return replacement == null ? "remove it, " + text : "use " + place.nameOf(replacement.key) + text;
    }
}
