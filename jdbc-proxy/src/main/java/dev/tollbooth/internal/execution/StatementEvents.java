package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.control.StackRoom;
import dev.tollbooth.internal.digest.TextDigest;
import dev.tollbooth.statement.ErrorClass;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Flight Recorder events of statements, where the JVM has the recorder.
 *
 * <p>Until a recording has been started in this JVM it costs one test; the recorder itself, tens of milliseconds, is
 * not initialized for it. Thread-safe.
 */
final class StatementEvents {

    private static final boolean AVAILABLE = isAvailable();

    private StatementEvents() {}

    private static boolean isAvailable() {
        try {
            FlightRecorder.isInitialized();
            return true;
        } catch (LinkageError e) {
            return false; // a run-time image without the module jdk.jfr
        }
    }

    /** Returns an event that begins now, or null while no recording asks for them. */
    static @Nullable Object begin() {
        return AVAILABLE && FlightRecorder.isInitialized() ? Recorder.begin() : null;
    }

    /** Ends {@code event} with what the execution did. */
    static void end(Object event, TextDigest digest, String user, String schema, long rowsAffected, ErrorClass error) {
        Recorder.end((StatementEvent) event, digest, user, schema, rowsAffected, error);
    }

    /** What has the event's class initialized: loaded only once there is a recording. */
    private static final class Recorder {

        private static final StatementEvent PROBE = new StatementEvent();

        static @Nullable Object begin() {
            if (!PROBE.isEnabled()) {
                return null;
            }
            StatementEvent event = new StatementEvent();
            event.begin();
            return event;
        }

        static void end(
                StatementEvent event,
                TextDigest digest,
                String user,
                String schema,
                long rowsAffected,
                ErrorClass error) {
            event.end();
            if (!event.shouldCommit()) {
                return;
            }
            event.digest = digest.hex();
            event.summary = digest.summary();
            event.user = user;
            event.schema = schema;
            event.rowsAffected = rowsAffected;
            event.errorClass = error == ErrorClass.NONE ? "" : error.name();
            StackRoom.touch(); // an overflow within a first commit would leave a class of the recorder unusable
            event.commit();
        }
    }
}
