package dev.tollbooth.internal.grpc;

import dev.tollbooth.internal.provider.GrpcAgentOptions;
import dev.tollbooth.internal.provider.GrpcPortOptions;
import dev.tollbooth.internal.report.ReportSink;
import dev.tollbooth.internal.report.Reporter;
import dev.tollbooth.internal.report.Subscription;
import dev.tollbooth.report.ItemInterval;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A server that sends one instance's reports to subscribers over gRPC, or a client that sends them to an agent.
 *
 * <p>gRPC is not in the driver's jar. Its classes are used only in this package, and only if a server or a client is
 * requested.
 *
 * <p>Thread-safe.
 */
public final class GrpcReports implements AutoCloseable {

    private final @Nullable TopSqlServer server;
    private final @Nullable Subscription agentSubscription;
    private final @Nullable TopSqlAgentSink agent;
    private final int port;

    private GrpcReports(
            @Nullable TopSqlServer server,
            int port,
            @Nullable TopSqlAgentSink agent,
            @Nullable Subscription agentSubscription) {
        this.server = server;
        this.port = port;
        this.agent = agent;
        this.agentSubscription = agentSubscription;
    }

    /**
     * Opens the service {@code tipb.TopSQLPubSub}; see {@link #port}.
     *
     * @throws IllegalStateException if gRPC is not on the class path, the port is in use, or the options are
     *     invalid; the message names the settings
     */
    public static GrpcReports serve(Reporter reporter, GrpcPortOptions options) {
        readClassPath();
        try {
            TopSqlServer server = TopSqlServer.start(reporter, options);
            return new GrpcReports(server, server.port(), null, null);
        } catch (LinkageError e) {
            throw missing(e);
        } catch (IOException e) {
            throw new IllegalStateException(
                    "gRPC port could not be opened: grpc.listen=" + options.address()
                            + "; is it taken? give another port",
                    e);
        }
    }

    /**
     * Lets Tollbooth's module read the class path, because gRPC is on the class path even if Tollbooth is on the module
     * path.
     */
    private static void readClassPath() {
        ClassLoader loader = GrpcReports.class.getClassLoader();
        if (loader != null) {
            GrpcReports.class.getModule().addReads(loader.getUnnamedModule());
        }
    }

    /**
     * Subscribes an agent to all reports, in items of a minute. The agent need not be reachable yet.
     *
     * @throws IllegalArgumentException if the address is invalid
     * @throws IllegalStateException if gRPC is not on the class path, there are too many sinks, or the options are
     *     invalid; the message names the settings
     */
    public static GrpcReports push(Reporter reporter, GrpcAgentOptions options) {
        String hostAndPort = options.address();
        int colon = hostAndPort.lastIndexOf(':');
        int port = colon < 1 ? 0 : port(hostAndPort.substring(colon + 1));
        if (port < 1) {
            throw new IllegalArgumentException("not an agent: grpc.agent=" + hostAndPort + ", use host:port");
        }
        readClassPath();
        TopSqlAgentSink agent;
        try {
            agent = new TopSqlAgentSink(hostAndPort.substring(0, colon), port, options, reporter.drops());
        } catch (LinkageError e) {
            throw missing(e);
        }
        boolean subscribed = false;
        try {
            Subscription subscription = reporter.subscribe("grpc-agent", agent, ItemInterval.SECONDS_60);
            subscribed = true;
            return new GrpcReports(null, 0, agent, subscription);
        } finally {
            if (!subscribed) {
                agent.close();
            }
        }
    }

    private static int port(String digits) {
        try {
            int port = Integer.parseInt(digits);
            return port <= 65_535 ? port : 0;
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static IllegalStateException missing(LinkageError e) {
        return new IllegalStateException(
                "gRPC is not on the class path, or an old one: missing=" + e.getMessage()
                        + "; add io.grpc:grpc-netty-shaded, or unset grpc.listen and grpc.agent",
                e);
    }

    /** Returns the port of the service; 0 if there is none. */
    public int port() {
        return port;
    }

    /**
     * Ends the subscriptions and the connections. Subscribers and the agent have a second for their last reports. A
     * second call does nothing.
     */
    @Override
    public void close() {
        close(ReportSink.NETWORK_PATIENCE_NANOS);
    }

    /**
     * Closes as {@link #close()} does, but subscribers have {@code nanos} for their last reports, and no time if {@code
     * nanos} is not positive.
     */
    public void close(long nanos) {
        if (agentSubscription != null) {
            agentSubscription.close();
        }
        if (agent != null) {
            agent.close();
        }
        if (server != null) {
            server.close(nanos);
        }
    }
}
