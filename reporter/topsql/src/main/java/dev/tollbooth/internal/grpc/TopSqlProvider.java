package dev.tollbooth.internal.grpc;

import dev.tollbooth.internal.provider.GrpcAgentOptions;
import dev.tollbooth.internal.provider.GrpcPortOptions;
import dev.tollbooth.internal.provider.GrpcProvider;
import dev.tollbooth.internal.report.Reporter;
import java.util.function.LongConsumer;

/** A service that sends reports in the messages of TiDB's TopSQL. */
public final class TopSqlProvider implements GrpcProvider {

    /** Makes the provider for {@link java.util.ServiceLoader}. */
    public TopSqlProvider() {}

    @Override
    public LongConsumer serve(Reporter reporter, GrpcPortOptions options) {
        return GrpcReports.serve(reporter, options)::close;
    }

    @Override
    public LongConsumer push(Reporter reporter, GrpcAgentOptions options) {
        return GrpcReports.push(reporter, options)::close;
    }
}
