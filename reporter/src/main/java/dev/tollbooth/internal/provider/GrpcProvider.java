package dev.tollbooth.internal.provider;

import dev.tollbooth.internal.report.Reporter;
import java.util.function.LongConsumer;

/** A service that sends reports over gRPC. The module {@code topsql} implements it. */
public interface GrpcProvider {

    /**
     * Opens the service {@code tipb.TopSQLPubSub}.
     *
     * @return an action that closes the service; its argument is the nanoseconds that subscribers have for their last
     *     reports
     * @throws IllegalStateException if gRPC is not on the class path, the port is in use, or the options are invalid;
     *     the message names the settings
     */
    LongConsumer serve(Reporter reporter, GrpcPortOptions options);

    /**
     * Subscribes an agent to all reports, in items of a minute. The agent need not be reachable yet.
     *
     * @return an action that ends the subscription and the connection; its argument has no effect
     * @throws IllegalArgumentException if the address is invalid
     * @throws IllegalStateException if gRPC is not on the class path, there are too many sinks, or the options are
     *     invalid; the message names the settings
     */
    LongConsumer push(Reporter reporter, GrpcAgentOptions options);
}
