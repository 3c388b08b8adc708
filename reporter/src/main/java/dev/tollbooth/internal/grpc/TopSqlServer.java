package dev.tollbooth.internal.grpc;

import dev.tollbooth.internal.control.Log;
import dev.tollbooth.internal.report.Reporter;
import dev.tollbooth.proto.tipb.TopSQLSubRequest;
import dev.tollbooth.proto.tipb.TopSQLSubResponse;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The service {@code tipb.TopSQLPubSub}, for who names the token, where there is one.
 *
 * <p>Thread-safe.
 */
final class TopSqlServer {

    private static final int MAX_REQUEST_BYTES = 64 << 10;

    /** A call takes two kilobytes before it has said anything. */
    private static final int MAX_CALLS = 64;

    private static final int MAX_CALLS_PER_CONNECTION = 16;
    private static final int KEEPALIVE_SECONDS = 60;
    private static final int CLOSE_SECONDS = 2;

    private static final Status NO_TOKEN = Status.UNAUTHENTICATED.withDescription(
            "no token, or a wrong one: send the metadata authorization: Bearer TOKEN");
    private static final Status TOO_MANY_CALLS =
            Status.RESOURCE_EXHAUSTED.withDescription("too many calls: limit=" + MAX_CALLS + "; end some");

    private final Server server;
    private final Set<TopSqlSubscriber> subscribers;

    private TopSqlServer(Server server, Set<TopSqlSubscriber> subscribers) {
        this.server = server;
        this.subscribers = subscribers;
    }

    /**
     * Listens.
     *
     * @throws IllegalStateException if address, TLS or token can't be: names the setting
     * @throws IOException if the port is taken
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
                    call.request(2); // the one message, and the end after it
                    TopSqlSubscriber subscriber = new TopSqlSubscriber(call, reporter, subscribers::remove);
                    subscribers.add(subscriber);
                    return subscriber;
                })
                .build();
        Server server = NettyServerBuilder.forAddress(Transport.address(options), Transport.credentials(options))
                .maxInboundMessageSize(MAX_REQUEST_BYTES)
                .maxConcurrentCallsPerConnection(MAX_CALLS_PER_CONNECTION)
                .keepAliveTime(KEEPALIVE_SECONDS, TimeUnit.SECONDS)
                .addService(service)
                .build();
        return new TopSqlServer(server.start(), subscribers);
    }

    private static ServerCall.Listener<Optional<TopSQLSubRequest>> refuse(
            ServerCall<Optional<TopSQLSubRequest>, TopSQLSubResponse> call, Status why) {
        call.close(why, new Metadata());
        return new ServerCall.Listener<>() {};
    }

    int port() {
        return server.getPort();
    }

    /** Ends all subscriptions, those that take what they have left within {@code nanos} after that. */
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
        }
    }
}
