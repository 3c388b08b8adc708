package dev.tollbooth.internal.instance;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.internal.digest.DigestCache;
import dev.tollbooth.internal.digest.DigestOptions;
import dev.tollbooth.internal.digest.TidbVersion;
import dev.tollbooth.internal.lexer.DialectFamily;
import dev.tollbooth.internal.memory.LiveSampler;
import dev.tollbooth.internal.memory.ObjectLayout;
import dev.tollbooth.internal.settings.Settings;
import dev.tollbooth.statement.SqlDialect;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.ToLongFunction;

/**
 * The digest caches of one instance, one for each dialect and options in use. Together they may take half of the
 * memory's limit.
 *
 * <p>Thread-safe.
 */
final class DigestCaches implements BiFunction<SqlDialect, DigestOptions, DigestCache> {

    /** The divisor of the memory's limit: each cache may take at most an eighth of the limit. */
    private static final int PART = 8;

    private final Settings settings;

    private final Map<String, DigestCache> byRules = new ConcurrentHashMap<>(); // written under this
    private final List<DigestCache> all = new CopyOnWriteArrayList<>();

    @GuardedBy("this")
    private ObjectLayout layout = ObjectLayout.USUAL;

    DigestCaches(Settings settings) {
        this.settings = settings;
    }

    /** Returns the cache of the dialect in the settings, or else of {@code detected}; always the same one. */
    @Override
    public DigestCache apply(SqlDialect detected, DigestOptions told) {
        SqlDialect dialect = dialect(detected);
        DigestOptions options = (DialectFamily.of(dialect) == DialectFamily.MYSQL ? told : DigestOptions.DEFAULT)
                .maskingNameDigits(settings.masksNameDigits());
        String rules = rules(dialect, options);
        DigestCache known = byRules.get(rules);
        return known == null ? add(rules, dialect, options) : known;
    }

    /**
     * Returns the key of a cache as text. A record as key would leave the classes of its components, and so Tollbooth's
     * class loader, in a cache of the JDK.
     */
    private static String rules(SqlDialect dialect, DigestOptions options) {
        TidbVersion version = options.tidbVersion();
        return dialect.name()
                + ' '
                + options.backslashEscapes()
                + ' '
                + version.major()
                + '.'
                + version.minor()
                + '.'
                + version.patch();
    }

    /** Returns the dialect in the settings, or else {@code detected}. */
    SqlDialect dialect(SqlDialect detected) {
        String chosen = settings.digestDialect();
        return chosen.equals("auto") ? detected : SqlDialect.parse(chosen).orCloser(detected);
    }

    private synchronized DigestCache add(String rules, SqlDialect dialect, DigestOptions options) {
        DigestCache known = byRules.get(rules);
        if (known != null) {
            return known;
        }
        DigestCache added = new DigestCache(dialect, options, bytesEach(all.size() + 1), layout, new LiveSampler<>());
        all.add(added);
        for (DigestCache cache : all) {
            cache.resize(bytesEach(all.size()));
        }
        byRules.put(rules, added);
        return added;
    }

    private long bytesEach(int count) {
        long bytes = settings.memory().limitBytes();
        return Math.min(bytes / PART, bytes / 2 / count);
    }

    /** Sets the object layout of all caches. */
    synchronized void relayout(ObjectLayout layout) {
        this.layout = layout;
        for (DigestCache cache : all) {
            cache.relayout(layout);
        }
    }

    /** Returns a live list of the caches. */
    List<DigestCache> all() {
        return all;
    }

    /** Returns the sum of a figure of all caches. */
    long sum(ToLongFunction<DigestCache> figure) {
        long sum = 0;
        for (DigestCache cache : all) {
            sum += figure.applyAsLong(cache);
        }
        return sum;
    }
}
