package dev.tollbooth.internal.grpc;

import java.util.List;
import java.util.logging.Filter;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A log filter that drops gRPC's messages about clients that violate HTTP/2. They have a stack trace each, so one
 * client could fill the application's log. Messages of other threads, such as the application's own servers, pass.
 *
 * <p>Thread-safe.
 */
final class PeerErrors implements Filter, AutoCloseable {

    private static final String PACKAGE = "io.grpc.netty.shaded.io.grpc.netty.";

    private final Logger logger;
    private final String thread;

    private volatile @Nullable Filter next; // written under the class's lock

    private PeerErrors(Logger logger, String thread) {
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

    /** Removes the filter among those of other ports, so that the foreign logger does not keep it in memory. */
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
