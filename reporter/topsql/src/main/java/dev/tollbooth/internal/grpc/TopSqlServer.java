package dev.tollbooth.internal.grpc;

import dev.tollbooth.internal.control.Log;
import dev.tollbooth.internal.provider.GrpcPortOptions;
import dev.tollbooth.internal.report.Reporter;
import dev.tollbooth.proto.tipb.TopSQLSubRequest;
import dev.tollbooth.proto.tipb.TopSQLSubResponse;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The server of {@code tipb.TopSQLPubSub}. If a token is set, it serves only clients that send the token.
 *
 * <p>Thread-safe.
 */
final class TopSqlServer {

    private static final int MAX_REQUEST_BYTES = 64 << 10;

    /** The most calls at a time. Each takes two kilobytes before its first message. */
    private static final int MAX_CALLS = 64;

    private static final int MAX_CALLS_PER_CONNECTION = 16;
    private static final int KEEPALIVE_SECONDS = 60;
    private static final int CLOSE_SECONDS = 2;

    /** The number of reset streams within {@link #RESETS_SECONDS} above which a client is disconnected. */
    private static final int MAX_RESETS = 200;

    private static final int RESETS_SECONDS = 30;

    private static final Status NO_TOKEN = Status.UNAUTHENTICATED.withDescription(
            "no token, or a wrong one: send the metadata authorization: Bearer TOKEN");
    private static final Status TOO_MANY_CALLS =
            Status.RESOURCE_EXHAUSTED.withDescription("too many calls: limit=" + MAX_CALLS + "; end some");

    private final Server server;
    private final PortThreads threads;
    private final Set<TopSqlSubscriber> subscribers;

    private TopSqlServer(Server server, PortThreads threads, Set<TopSqlSubscriber> subscribers) {
        this.server = server;
        this.threads = threads;
        this.subscribers = subscribers;
    }

    /**
     * Starts to listen.
     *
     * @throws IllegalStateException if address, TLS or token are invalid; the message names the setting
     * @throws IOException if the port is in use
     */
    static TopSqlServer start(Reporter reporter, GrpcPortOptions options) throws IOException {
        BearerToken token = new BearerToken(options.token(), "grpc.token");
        Set<TopSqlSubscriber> subscribers = ConcurrentHashMap.newKeySet();
        ServerServiceDefinition service = ServerServiceDefinition.builder(TopSqlMethods.PUB_SUB)
                .addMethod(TopSqlMethods.SUBSCRIBE, (call, headers) -> {
                    if (!token.isIn(headers)) {
                        return refuse(call, NO_TOKEN);
                    }
                    if (subscribers.size() >= MAX_CALLS) {
                        return refuse(call, TOO_MANY_CALLS);
                    }
                    call.request(2); // one message, and the end after it
                    TopSqlSubscriber subscriber = new TopSqlSubscriber(call, reporter, subscribers::remove);
                    subscribers.add(subscriber);
                    return subscriber;
                })
                .build();
        NettyServerBuilder builder = NettyServerBuilder.forAddress(
                        Transport.address(options), Transport.credentials(options))
                .maxInboundMessageSize(MAX_REQUEST_BYTES)
                .maxConcurrentCallsPerConnection(MAX_CALLS_PER_CONNECTION)
                .maxRstFramesPerWindow(MAX_RESETS, RESETS_SECONDS)
                .keepAliveTime(KEEPALIVE_SECONDS, TimeUnit.SECONDS)
                .addService(service);
        PortThreads threads = new PortThreads();
        try {
            Server server = builder.channelFactory(NioServerSocketChannel::new)
                    .bossEventLoopGroup(threads.network())
                    .workerEventLoopGroup(threads.network())
                    .executor(threads.calls())
                    .build();
            return new TopSqlServer(server.start(), threads, subscribers);
        } catch (IOException | RuntimeException | LinkageError e) {
            threads.close();
            throw e;
        }
    }

    private static ServerCall.Listener<Optional<TopSQLSubRequest>> refuse(
            ServerCall<Optional<TopSQLSubRequest>, TopSQLSubResponse> call, Status why) {
        call.close(why, new Metadata());
        return new ServerCall.Listener<>() {};
    }

    int port() {
        return server.getPort();
    }

    /** Ends all subscriptions, which may send their remaining messages within {@code nanos}. */
    void close(long nanos) {
        server.shutdown();
        subscribers.forEach(TopSqlSubscriber::finish);
        try {
            if (!server.awaitTermination(nanos, TimeUnit.NANOSECONDS)
                    && !server.shutdownNow().awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                Log.warning("gRPC server did not end: seconds=" + CLOSE_SECONDS);
            }
        } catch (InterruptedException e) {
            server.shutdownNow();
            Thread.currentThread().interrupt();
        } finally {
            threads.close();
        }
    }
}
