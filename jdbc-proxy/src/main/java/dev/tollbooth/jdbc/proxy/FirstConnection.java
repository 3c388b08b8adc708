package dev.tollbooth.jdbc.proxy;

import dev.tollbooth.accounting.digest.StatementKind;
import dev.tollbooth.accounting.ru.RuState;
import dev.tollbooth.accounting.session.Session;
import dev.tollbooth.accounting.statement.TransactionTracker;
import dev.tollbooth.jdbc.source.RuReading;
import dev.tollbooth.jdbc.source.SourceConnection;
import java.lang.invoke.MethodHandles;

/** What the first connection and its first statement need of Tollbooth, beside what depends on the driver. */
public final class FirstConnection {

    private FirstConnection() {}

    /** Loads it on this thread, so that the one that connects finds it there. */
    public static void load() {
        Class<?>[] needed = {
            ConnectionWrapper.class,
            ConnectionFacts.class,
            ConnectionProxy.class,
            PreparedStatementProxy.class,
            ResultSetProxy.class,
            DriverTraits.class,
            SourceConnection.class,
            StatementFunnel.class,
            TransactionTracker.class,
            SpareRun.class,
            PaddedStatementRun.class,
            Session.class,
            RequestUnits.class,
            RuReading.class,
            RuState.class,
            LateCosts.class,
            ExecuteMethod.class,
            DriverCall.class,
            StatementKind.class
        };
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        try {
            for (Class<?> type : needed) {
                lookup.ensureInitialized(type);
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("not accessible: " + e.getMessage(), e);
        }
    }
}
