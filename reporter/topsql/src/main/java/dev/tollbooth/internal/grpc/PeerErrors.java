package dev.tollbooth.internal.grpc;

import java.util.List;
import java.util.logging.Filter;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A log filter that drops gRPC's messages about clients that break HTTP/2: with a stack trace each, one client could fill the application's log.
 * Messages that other threads log, such as those of the application's own servers, pass.
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

    /** Returns filters that are in place, for what is logged on threads of the name {@code thread}. */
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

    /** Removes it, wherever it stands among those of other ports: a logger that is not ours must not keep us. */
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
