package dev.tollbooth.benchmarks.digest;

import com.alibaba.druid.DbType;
import com.alibaba.druid.sql.visitor.ParameterizedOutputVisitorUtils;
import dev.tollbooth.internal.digest.DigestCache;
import dev.tollbooth.internal.digest.DigestOptions;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.digest.TextNormalizer;
import dev.tollbooth.statement.SqlDialect;
import io.opentelemetry.instrumentation.api.incubator.semconv.db.SqlQuery;
import io.opentelemetry.instrumentation.api.incubator.semconv.db.SqlQueryAnalyzer;
import java.util.concurrent.TimeUnit;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.statement.Statement;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A benchmark of SQL text that is new each time because of its literals: the digest compared with other libraries.
 *
 * <p>Each method makes its text first; {@link #textAlone} measures the time and bytes for that.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class DigestMissBenchmark {

    private static final long CACHE_BYTES = 8L << 20;

    /** The approximate bytes of the text. */
    @Param({"40", "200", "1000"})
    int size;

    /** The dialect by which the text is read. */
    @Param({"TIDB", "POSTGRESQL"})
    SqlDialect dialect = SqlDialect.ANSI;

    private FreshText text = new FreshText(40);
    private TextNormalizer normalizer = new TextNormalizer(SqlDialect.ANSI, DigestOptions.DEFAULT);
    private DigestCache cache = new DigestCache(SqlDialect.ANSI, DigestOptions.DEFAULT, CACHE_BYTES);
    private OpenTelemetrySanitizer openTelemetry = OpenTelemetrySanitizer.of(SqlDialect.ANSI);
    private final SqlQueryAnalyzer analyzer = SqlQueryAnalyzer.create(true);
    private DbType druidType = DbType.other;

    /** Makes a benchmark for JMH. */
    public DigestMissBenchmark() {}

    /** Makes the measured objects. */
    @Setup
    public void setUp() {
        text = new FreshText(size);
        normalizer = new TextNormalizer(dialect, DigestOptions.DEFAULT);
        cache = new DigestCache(dialect, DigestOptions.DEFAULT, CACHE_BYTES);
        openTelemetry = OpenTelemetrySanitizer.of(dialect);
        druidType = dialect == SqlDialect.POSTGRESQL ? DbType.postgresql : DbType.mysql;
    }

    /** Makes the text only; its time has to be subtracted from the others. */
    @Benchmark
    public String textAlone() {
        return text.next();
    }

    /** Measures Tollbooth without any cache: normalized text, SHA-256, shown text and summary. */
    @Benchmark
    public TextDigest digest() {
        return normalizer.digest(text.next());
    }

    /** Measures Tollbooth as the driver uses it: the shape of the text is known, but not the text. */
    @Benchmark
    public TextDigest cachedShape() {
        return cache.get(text.next());
    }

    /** Measures OpenTelemetry's sanitizer without its cache. */
    @Benchmark
    public SqlQuery openTelemetrySanitizer() throws Throwable {
        return openTelemetry.sanitize(text.next());
    }

    /** Measures OpenTelemetry's sanitizer as its JDBC library uses it, behind a cache by text. */
    @Benchmark
    public SqlQuery openTelemetryCached() {
        return analyzer.analyze(text.next(), openTelemetry.dialect());
    }

    /** Measures Druid's replacement of literals, by which it merges statements. */
    @Benchmark
    public String druid() {
        return ParameterizedOutputVisitorUtils.parameterize(text.next(), druidType);
    }

    /**
     * Measures JSqlParser's tree alone, with its parser, but without the thread that its usual entry point starts for
     * each text. To replace the literals and to print the tree would take additional time.
     */
    @Benchmark
    public Statement jsqlParser() throws ParseException {
        return CCJSqlParserUtil.newParser(text.next())
                .withAllowComplexParsing(false)
                .Statement();
    }
}
