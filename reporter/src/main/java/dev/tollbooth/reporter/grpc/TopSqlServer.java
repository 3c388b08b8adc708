package dev.tollbooth.reporter.grpc;

import dev.tollbooth.reporter.Reporter;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The service {@code tipb.TopSQLPubSub} on the loopback address.
 *
 * <p>Thread-safe.
 */
final class TopSqlServer implements AutoCloseable {

    private static final int MAX_REQUEST_BYTES = 64 << 10;
    private static final int KEEPALIVE_SECONDS = 60;
    private static final int FINISH_SECONDS = 5;
    private static final int CLOSE_SECONDS = 2;

    private final Server server;
    private final Set<TopSqlSubscriber> subscribers;

    private TopSqlServer(Server server, Set<TopSqlSubscriber> subscribers) {
        this.server = server;
        this.subscribers = subscribers;
    }

    /** Listens on {@code port}; on a free one, if it is 0. */
    static TopSqlServer start(Reporter reporter, int port) throws IOException {
        Set<TopSqlSubscriber> subscribers = ConcurrentHashMap.newKeySet();
        ServerServiceDefinition service = ServerServiceDefinition.builder(TopSqlMethods.PUB_SUB)
                .addMethod(TopSqlMethods.SUBSCRIBE, (call, headers) -> {
                    call.request(2); // the one message, and the end after it
                    TopSqlSubscriber subscriber = new TopSqlSubscriber(call, reporter, subscribers::remove);
                    subscribers.add(subscriber);
                    return subscriber;
                })
                .build();
        Server server = NettyServerBuilder.forAddress(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                        InsecureServerCredentials.create())
                .maxInboundMessageSize(MAX_REQUEST_BYTES)
                .keepAliveTime(KEEPALIVE_SECONDS, TimeUnit.SECONDS)
                .addService(service)
                .build();
        return new TopSqlServer(server.start(), subscribers);
    }

    int port() {
        return server.getPort();
    }

    /** Ends all subscriptions, those that take what they have left within five seconds after that. */
    @Override
    public void close() {
        server.shutdown();
        subscribers.forEach(TopSqlSubscriber::finish);
        try {
            if (!server.awaitTermination(FINISH_SECONDS, TimeUnit.SECONDS)
                    && !server.shutdownNow().awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                System.getLogger("dev.tollbooth")
                        .log(System.Logger.Level.WARNING, "gRPC server did not end: seconds=" + CLOSE_SECONDS);
            }
        } catch (InterruptedException e) {
            server.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
