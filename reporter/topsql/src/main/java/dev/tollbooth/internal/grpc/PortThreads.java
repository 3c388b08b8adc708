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
import java.util.logging.Filter;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The threads of one port, used instead of gRPC's own. gRPC would create a thread for each busy call and keep it for a
 * minute. Its log lines about broken clients would look like those of the application's servers.
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

    /** Returns the group whose thread accepts, reads and writes. */
    EventLoopGroup network() {
        return network;
    }

    /** Returns the executor of calls. */
    Executor calls() {
        return calls;
    }

    /** Ends the threads, and waits at most two seconds for the network thread. Called after the server has ended. */
    @Override
    public void close() {
        if (!network.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS)) {
            Log.warning("gRPC thread did not end: seconds=" + CLOSE_SECONDS);
        }
        calls.shutdown();
        unlogged.forEach(PeerErrors::close);
    }

    /**
     * A log filter that drops gRPC's messages about clients that violate HTTP/2. Each message has a stack trace, so one
     * client could fill the application's log. Messages of other threads, such as those of the application's own
     * servers, pass.
     *
     * <p>Thread-safe.
     */
    private static final class PeerErrors implements Filter, AutoCloseable {

        private static final String PACKAGE = "io.grpc.netty.shaded.io.grpc.netty.";

        private final Logger logger;
        private final String thread;

        private volatile @Nullable Filter next; // written under the class's lock

        PeerErrors(Logger logger, String thread) {
            this.logger = logger;
            this.thread = thread;
        }

        /** Installs filters for messages on threads with the name {@code thread}, and returns them. */
        static List<PeerErrors> of(String thread) {
            return Stream.of(
                            "NettyServerHandler",
                            "NettyServerStream",
                            "NettyServerTransport.connections",
                            "Http2ControlFrameLimitEncoder")
                    .map(name -> new PeerErrors(Logger.getLogger(PACKAGE + name), thread))
                    .peek(PeerErrors::open)
                    .toList();
        }

        private void open() {
            synchronized (PeerErrors.class) {
                next = logger.getFilter();
                logger.setFilter(this);
            }
        }

        @Override
        public boolean isLoggable(LogRecord record) {
            Filter other = next;
            return !Thread.currentThread().getName().equals(thread) && (other == null || other.isLoggable(record));
        }

        /** Removes this filter from the chain of filters, so that gRPC's logger does not keep it in memory. */
        @Override
        public void close() {
            synchronized (PeerErrors.class) {
                Filter first = logger.getFilter();
                if (first == this) {
                    logger.setFilter(next);
                }
                for (Filter each = first; each instanceof PeerErrors before; each = before.next) {
                    if (before.next == this) {
                        before.next = next;
                    }
                }
            }
        }
    }
}
