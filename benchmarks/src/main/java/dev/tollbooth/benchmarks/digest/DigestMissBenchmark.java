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
 * SQL text that is new each time, because its literals are: the digest beside what others do with such a text.
 *
 * <p>Each makes its text first; {@link #textAlone} is what that costs, in time and bytes.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class DigestMissBenchmark {

    private static final long CACHE_BYTES = 8L << 20;

    /** Bytes of the text, about. */
    @Param({"40", "200", "1000"})
    int size;

    /** Whose SQL it is read as. */
    @Param({"TIDB", "POSTGRESQL"})
    SqlDialect dialect = SqlDialect.ANSI;

    private FreshText text = new FreshText(40);
    private TextNormalizer normalizer = new TextNormalizer(SqlDialect.ANSI, DigestOptions.DEFAULT);
    private DigestCache cache = new DigestCache(SqlDialect.ANSI, DigestOptions.DEFAULT, CACHE_BYTES);
    private OpenTelemetrySanitizer openTelemetry = OpenTelemetrySanitizer.of(SqlDialect.ANSI);
    private final SqlQueryAnalyzer analyzer = SqlQueryAnalyzer.create(true);
    private DbType druidType = DbType.other;

    /** Makes a benchmark that JMH will set up. */
    public DigestMissBenchmark() {}

    /** Makes what is measured. */
    @Setup
    public void setUp() {
        text = new FreshText(size);
        normalizer = new TextNormalizer(dialect, DigestOptions.DEFAULT);
        cache = new DigestCache(dialect, DigestOptions.DEFAULT, CACHE_BYTES);
        openTelemetry = OpenTelemetrySanitizer.of(dialect);
        druidType = dialect == SqlDialect.POSTGRESQL ? DbType.postgresql : DbType.mysql;
    }

    /** The text alone: to be taken off the others. */
    @Benchmark
    public String textAlone() {
        return text.next();
    }

    /** Ours without any cache: normalized text, SHA-256, shown text and summary. */
    @Benchmark
    public TextDigest digest() {
        return normalizer.digest(text.next());
    }

    /** Ours as the driver has it: the shape is known, the text is not. */
    @Benchmark
    public TextDigest cachedShape() {
        return cache.get(text.next());
    }

    /** OpenTelemetry's sanitizer without its cache. */
    @Benchmark
    public SqlQuery openTelemetrySanitizer() throws Throwable {
        return openTelemetry.sanitize(text.next());
    }

    /** OpenTelemetry's sanitizer as its JDBC library has it, behind a cache by text. */
    @Benchmark
    public SqlQuery openTelemetryCached() {
        return analyzer.analyze(text.next(), openTelemetry.dialect());
    }

    /** Druid's text with its literals replaced, which it merges statements by. */
    @Benchmark
    public String druid() {
        return ParameterizedOutputVisitorUtils.parameterize(text.next(), druidType);
    }

    /**
     * JSqlParser: the tree alone, by its parser without the thread that its front door starts for each text. To replace
     * the literals and to print the tree would come on top.
     */
    @Benchmark
    public Statement jsqlParser() throws ParseException {
        return CCJSqlParserUtil.newParser(text.next())
                .withAllowComplexParsing(false)
                .Statement();
    }
}
