package dev.tollbooth.benchmarks.digest;

import dev.tollbooth.internal.digest.DigestCache;
import dev.tollbooth.internal.digest.DigestOptions;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.statement.SqlDialect;
import io.opentelemetry.instrumentation.api.incubator.semconv.db.SqlQuery;
import io.opentelemetry.instrumentation.api.incubator.semconv.db.SqlQueryAnalyzer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A benchmark of known SQL text: Tollbooth's digest from the cache by text, compared with OpenTelemetry's. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class DigestHitBenchmark {

    private static final int TEXTS = 256;

    /** The approximate bytes of each text. */
    @Param({"40", "200", "1000"})
    int size;

    /** The dialect by which the text is read. */
    @Param({"TIDB", "POSTGRESQL"})
    SqlDialect dialect = SqlDialect.ANSI;

    private final String[] texts = new String[TEXTS];
    private DigestCache cache = new DigestCache(SqlDialect.ANSI, DigestOptions.DEFAULT, 8L << 20);
    private OpenTelemetrySanitizer openTelemetry = OpenTelemetrySanitizer.of(SqlDialect.ANSI);
    private final SqlQueryAnalyzer analyzer = SqlQueryAnalyzer.create(true);
    private int next;

    /** Makes a benchmark for JMH. */
    public DigestHitBenchmark() {}

    /** Shows each text to each cache until the cache keeps it. */
    @Setup
    public void setUp() {
        cache = new DigestCache(dialect, DigestOptions.DEFAULT, 8L << 20);
        openTelemetry = OpenTelemetrySanitizer.of(dialect);
        FreshText fresh = new FreshText(size);
        for (int i = 0; i < TEXTS; i++) {
            texts[i] = fresh.next();
            for (int sighting = 0; sighting < 3; sighting++) {
                cache.get(texts[i]);
                analyzer.analyze(texts[i], openTelemetry.dialect());
            }
        }
    }

    /** Measures Tollbooth's cache. */
    @Benchmark
    public TextDigest digest() {
        return cache.get(next());
    }

    /** Measures OpenTelemetry's cache by text, with 1,000 texts for the whole process. */
    @Benchmark
    public SqlQuery openTelemetry() {
        return analyzer.analyze(next(), openTelemetry.dialect());
    }

    private String next() {
        next = (next + 1) & (TEXTS - 1);
        return texts[next];
    }
}
