package dev.tollbooth.internal.provider;

import dev.tollbooth.internal.report.Reporter;
import java.util.function.LongConsumer;

/** Gives reports out over gRPC; the module {@code topsql} has one. */
public interface GrpcProvider {

    /**
     * Opens the service {@code tipb.TopSQLPubSub}.
     *
     * @return ends it, within as many nanoseconds as it is given
     * @throws IllegalStateException if gRPC is not on the class path, the port is taken, or the options can't be; the message
     *     names what is to be set
     */
    LongConsumer serve(Reporter reporter, GrpcPortOptions options);

    /**
     * Subscribes an agent to all reports, in items of a minute; it need not be there yet.
     *
     * @return ends it, within as many nanoseconds as it is given
     * @throws IllegalArgumentException if its address is none
     * @throws IllegalStateException if gRPC is not on the class path, there are too many sinks, or the options can't be; the
     *     message names what is to be set
     */
    LongConsumer push(Reporter reporter, GrpcAgentOptions options);
}
