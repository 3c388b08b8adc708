package dev.tollbooth.jdbc.proxy;

import dev.tollbooth.accounting.digest.StatementKind;
import dev.tollbooth.accounting.histogram.LatencyBuckets;
import dev.tollbooth.accounting.ru.RuState;
import dev.tollbooth.accounting.session.CellTally;
import dev.tollbooth.accounting.session.SessionRegistry;
import dev.tollbooth.accounting.statement.ErrorClass;
import dev.tollbooth.accounting.statement.TransactionTracker;
import dev.tollbooth.accounting.time.Ticker;
import dev.tollbooth.jdbc.source.ClassesAhead;
import dev.tollbooth.jdbc.source.RuReading;
import dev.tollbooth.jdbc.source.SourceConnection;
import java.lang.invoke.MethodHandles;

/** What connections and statements need of Tollbooth for the first time, beside what depends on the driver. */
public final class FirstConnection {

    private FirstConnection() {}

    /** Loads what the first statement needs on this thread, so that the one that connects finds it there. */
    public static void load() {
        Class<?>[] needed = {
            ConnectionWrapper.class,
            ConnectionFacts.class,
            ConnectionProxy.class,
            PreparedStatementProxy.class,
            ResultSetProxy.class,
            ProxyFactory.class,
            ProxyFactory.Prototype.class,
            InterfaceSelection.class,
            DriverTraits.class,
            SourceConnection.class,
            SessionDialect.class,
            StatementFunnel.class,
            StatementRecorder.class,
            TransactionTracker.class,
            PaddedStatementRun.class,
            RequestUnits.class,
            RequestUnits.Reading.class,
            RuReading.class,
            RuState.class,
            LateCosts.class,
            Transactions.class,
            ExecuteMethod.class,
            DriverCall.class,
            Outcome.class,
            StatementKind.class,
            ErrorClass.class,
            LatencyBuckets.class
        };
        new SessionRegistry(Ticker.SYSTEM).open("");
        ClassesAhead.load(MethodHandles.lookup(), needed);
    }

    /** Loads what others need: virtual threads that meet at a class's first use would wait pinned. */
    public static void loadFurther() {
        ClassesAhead.load(
                MethodHandles.lookup(),
                CellTally.class,
                BatchDigest.class,
                CancelledQuery.class,
                CallableStatementProxy.class,
                DatabaseMetaDataProxy.class);
    }
}
