package dev.tollbooth.internal.ru;

import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.internal.topru.DropCounters;
import java.sql.Connection;
import java.util.function.Function;

/**
 * The facts of a new connection that a source may use.
 *
 * @param connection the driver's connection
 * @param product the database's product name, such as {@code PostgreSQL}
 * @param warningsAreLocal whether the driver has warnings without asking the server
 * @param user the connection's user, empty if unknown
 * @param options the settings of sources
 * @param digests a function that returns the digest under which a statement's text is accounted
 * @param failures the counter of failures of a reader
 * @param drops the counter of costs that belong to no execution
 */
public record SourceConnection(
        Connection connection,
        String product,
        boolean warningsAreLocal,
        String user,
        RuOptions options,
        Function<String, TextDigest> digests,
        Failures failures,
        DropCounters drops) {}
