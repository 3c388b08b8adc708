package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.control.StackRoom;
import dev.tollbooth.internal.journal.Journal;
import dev.tollbooth.statement.ErrorClass;
import java.util.Objects;
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
    static Journal.@Nullable Event begin() {
        return AVAILABLE && FlightRecorder.isInitialized() ? Recorder.begin() : null;
    }

    /** Ends {@code event} with what the execution did. */
    static void end(Journal.Event event, ExecutionEvent execution) {
        Recorder.end((StatementEvent) event, execution);
    }

    /** Initializes the event's class; loaded only when there is a recording. */
    private static final class Recorder {

        private static final StatementEvent PROBE = new StatementEvent();

        static Journal.@Nullable Event begin() {
            if (!PROBE.isEnabled()) {
                return null;
            }
            StatementEvent event = new StatementEvent();
            event.begin();
            return event;
        }

        static void end(StatementEvent event, ExecutionEvent execution) {
            event.end();
            if (!event.shouldCommit()) {
                return;
            }
            event.digest = execution.digest().hex();
            event.planDigest = execution.plan().hex();
            event.summary = execution.digest().summary();
            event.user = execution.user();
            event.schema = execution.schema();
            event.origin = Objects.requireNonNullElse(execution.origin(), "");
            event.requestUnits = execution.ru();
            event.rowsAffected = execution.rowsAffected() < 0 ? StatementEvent.UNKNOWN : execution.rowsAffected();
            event.errorClass = execution.error() == ErrorClass.NONE
                    ? ""
                    : execution.error().name();
            StackRoom.touch(); // an overflow within a first commit would leave a class of the recorder unusable
            event.commit();
        }
    }
}
