package dev.tollbooth.reporter.grpc;

import dev.tollbooth.reporter.Reporter;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * The service {@code tipb.TopSQLPubSub} on the loopback address.
 *
 * <p>Thread-safe.
 */
final class TopSqlServer implements AutoCloseable {

    private static final int MAX_REQUEST_BYTES = 64 << 10;
    private static final int KEEPALIVE_SECONDS = 60;
    private static final int CLOSE_SECONDS = 5;

    private final Server server;

    private TopSqlServer(Server server) {
        this.server = server;
    }

    /** Listens on {@code port}; on a free one, if it is 0. */
    static TopSqlServer start(Reporter reporter, int port) throws IOException {
        ServerServiceDefinition service = ServerServiceDefinition.builder(TopSqlMethods.PUB_SUB)
                .addMethod(TopSqlMethods.SUBSCRIBE, (call, headers) -> {
                    call.request(2); // the one message, and the end after it
                    return new TopSqlSubscriber(call, reporter);
                })
                .build();
        Server server = NettyServerBuilder.forAddress(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                        InsecureServerCredentials.create())
                .maxInboundMessageSize(MAX_REQUEST_BYTES)
                .keepAliveTime(KEEPALIVE_SECONDS, TimeUnit.SECONDS)
                .addService(service)
                .build();
        return new TopSqlServer(server.start());
    }

    int port() {
        return server.getPort();
    }

    /** Ends all subscriptions. */
    @Override
    public void close() {
        server.shutdownNow();
        try {
            if (!server.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                System.getLogger("dev.tollbooth")
                        .log(System.Logger.Level.WARNING, "gRPC server did not end: seconds=" + CLOSE_SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
