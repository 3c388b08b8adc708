import dev.tollbooth.console.live.LiveConsole;
import dev.tollbooth.internal.grpc.TopSqlProvider;
import dev.tollbooth.internal.instance.ConsoleProvider;
import dev.tollbooth.internal.plan.ExplainPlanSource;
import dev.tollbooth.internal.provider.GrpcProvider;
import dev.tollbooth.internal.provider.SqlTablesProvider;
import dev.tollbooth.internal.ru.InternalRuSource;
import dev.tollbooth.internal.ru.postgres.PostgresRuSource;
import dev.tollbooth.internal.ru.tidb.TidbRuSource;
import dev.tollbooth.internal.ru.warning.WarningRuSource;
import dev.tollbooth.internal.sql.H2TablesProvider;
import dev.tollbooth.jdbc.TollboothDriver;
import dev.tollbooth.spi.PlanSource;
import dev.tollbooth.spi.RuSource;

/** The module of Tollbooth's driver, which accounts for every SQL statement of a JDBC client. */
module dev.tollbooth {
    requires transitive java.sql;
    requires java.management;
    requires jdk.management;

    // optional: without them there is no page, no port for Prometheus, no metrics for a collector, no events, no
    // JNDI, no SQL tables, and protobuf is slower
    requires static java.net.http;
    requires static jdk.httpserver;
    requires static jdk.jfr;
    requires static java.naming;
    requires static jdk.unsupported;
    requires static com.h2database;

    exports dev.tollbooth.jdbc;
    exports dev.tollbooth.report;
    exports dev.tollbooth.spi;
    exports dev.tollbooth.statement;

    // these modules use internal packages, so they need the same version
    exports dev.tollbooth.internal.instance to
            dev.tollbooth.telemetry,
            dev.tollbooth.junit;
    exports dev.tollbooth.internal.advice to
            dev.tollbooth.junit;
    exports dev.tollbooth.internal.figure to
            dev.tollbooth.junit;
    exports dev.tollbooth.internal.observe to
            dev.tollbooth.junit;
    exports dev.tollbooth.console.live to
            dev.tollbooth.spring;
    exports dev.tollbooth.internal.metrics to
            dev.tollbooth.telemetry;
    exports dev.tollbooth.internal.trace to
            dev.tollbooth.telemetry;

    // JNDI makes the factory of data sources by its name
    opens dev.tollbooth.internal.bean to
            java.naming;

    // H2 makes the engine of the SQL tables by its name
    opens dev.tollbooth.internal.sql to
            com.h2database;

    uses java.sql.Driver;
    uses ConsoleProvider;
    uses InternalRuSource;
    uses GrpcProvider;
    uses PlanSource;
    uses RuSource;
    uses SqlTablesProvider;

    provides java.sql.Driver with
            TollboothDriver;
    provides ConsoleProvider with
            LiveConsole;
    provides InternalRuSource with
            PostgresRuSource,
            WarningRuSource,
            TidbRuSource;
    provides GrpcProvider with
            TopSqlProvider;
    provides PlanSource with
            ExplainPlanSource;
    provides SqlTablesProvider with
            H2TablesProvider;
}
