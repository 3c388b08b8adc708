package dev.tollbooth.benchmarks.digest;

import dev.tollbooth.statement.SqlDialect;
import io.opentelemetry.instrumentation.api.incubator.semconv.db.SqlQuery;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * OpenTelemetry's sanitizer without its cache. Only the version with the cache is public, so a constant method handle
 * calls it, which is as fast as a direct call.
 *
 * @param dialect the meaning of double quotes
 */
record OpenTelemetrySanitizer(io.opentelemetry.instrumentation.api.incubator.semconv.db.SqlDialect dialect) {

    private static final MethodHandle SANITIZE = find();

    private static MethodHandle find() {
        try {
            Class<?> sanitizer = Class.forName(SqlQuery.class.getPackageName() + ".AutoSqlSanitizer");
            return MethodHandles.privateLookupIn(sanitizer, MethodHandles.lookup())
                    .findStatic(
                            sanitizer,
                            "sanitize",
                            MethodType.methodType(
                                    SqlQuery.class,
                                    String.class,
                                    io.opentelemetry.instrumentation.api.incubator.semconv.db.SqlDialect.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no such sanitizer: name=AutoSqlSanitizer, another version of it", e);
        }
    }

    /** Returns the sanitizer for the SQL of a dialect. */
    static OpenTelemetrySanitizer of(SqlDialect dialect) {
        boolean identifiers = dialect == SqlDialect.POSTGRESQL || dialect == SqlDialect.ANSI;
        return new OpenTelemetrySanitizer(
                identifiers
                        ? io.opentelemetry.instrumentation.api.incubator.semconv.db.SqlDialect
                                .DOUBLE_QUOTES_ARE_IDENTIFIERS
                        : io.opentelemetry.instrumentation.api.incubator.semconv.db.SqlDialect
                                .DOUBLE_QUOTES_ARE_STRING_LITERALS);
    }

    /** Returns the text with its literals replaced, its operation and its table. */
    SqlQuery sanitize(String sql) throws Throwable {
        return (SqlQuery) SANITIZE.invokeExact(sql, dialect);
    }
}
