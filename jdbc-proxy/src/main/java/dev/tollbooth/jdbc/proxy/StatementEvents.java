package dev.tollbooth.jdbc.proxy;

import dev.tollbooth.accounting.digest.Digest;
import dev.tollbooth.accounting.statement.ErrorClass;
import org.jspecify.annotations.Nullable;

/**
 * Flight Recorder events of statements, where the JVM has the recorder; costs one test while nothing is recorded.
 *
 * <p>Thread-safe: it holds nothing that changes.
 */
public final class StatementEvents {

    /** Only asked whether its kind is recorded; an event object itself where the JVM has no {@code jdk.jfr}. */
    private final @Nullable Object probe = probe();

    private static @Nullable Object probe() {
        try {
            return new StatementEvent();
        } catch (LinkageError e) {
            return null; // a run-time image without the module jdk.jfr
        }
    }

    /** Returns an event that begins now, or null while no recording asks for them. */
    @Nullable
    Object begin() {
        return probe == null ? null : Recorder.begin(probe);
    }

    /** Ends {@code event} with what the execution did. */
    void end(Object event, Digest digest, long rowsAffected, ErrorClass error) {
        Recorder.end(event, digest, rowsAffected, error);
    }

    /** What links to {@code jdk.jfr}: loaded only where that is there. */
    private static final class Recorder {

        static @Nullable Object begin(Object probe) {
            if (!((StatementEvent) probe).isEnabled()) {
                return null;
            }
            StatementEvent event = new StatementEvent();
            event.begin();
            return event;
        }

        static void end(Object begun, Digest digest, long rowsAffected, ErrorClass error) {
            StatementEvent event = (StatementEvent) begun;
            event.end();
            if (event.shouldCommit()) {
                event.digest = digest.hex();
                event.summary = digest.summary();
                event.rowsAffected = rowsAffected;
                event.errorClass = error == ErrorClass.NONE ? "" : error.name();
                event.commit();
            }
        }
    }
}
