package dev.tollbooth.internal.grpc;

import dev.tollbooth.internal.control.DaemonThread;
import dev.tollbooth.internal.control.Log;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioEventLoopGroup;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of one port, instead of gRPC's own. gRPC creates a thread for each busy call and keeps it for a minute.
 * Log lines of such threads about broken clients look like log lines of the application's servers.
 *
 * <p>Thread-safe.
 */
final class PortThreads implements AutoCloseable {

    private static final String NAME = "tollbooth-grpc";
    private static final int CALL_THREADS = 2;
    private static final int IDLE_SECONDS = 10;
    private static final int CLOSE_SECONDS = 2;

    private final EventLoopGroup network;
    private final ThreadPoolExecutor calls;
    private final List<PeerErrors> unlogged;

    @SuppressWarnings("deprecation") // older versions of gRPC lack its successor
    PortThreads() {
        ThreadFactory threads = task -> DaemonThread.of(task, NAME);
        network = new NioEventLoopGroup(1, threads);
        calls = new ThreadPoolExecutor(
                CALL_THREADS, CALL_THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads);
        calls.allowCoreThreadTimeOut(true);
        unlogged = PeerErrors.of(NAME);
    }

    /** Returns the group that accepts, reads and writes. */
    EventLoopGroup network() {
        return network;
    }

    /** Returns the executor of calls. */
    Executor calls() {
        return calls;
    }

    /** Ends the threads within two seconds, after the server has ended. */
    @Override
    public void close() {
        if (!network.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS)) {
            Log.warning("gRPC thread did not end: seconds=" + CLOSE_SECONDS);
        }
        calls.shutdown();
        unlogged.forEach(PeerErrors::close);
    }
}
