package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.control.StackRoom;
import dev.tollbooth.internal.journal.Journal;
import dev.tollbooth.statement.ErrorClass;
import java.util.Objects;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Flight Recorder events of statements, if the JVM has the recorder.
 *
 * <p>Without a recording, an execution only checks that there is none. It does not initialize the recorder, because
 * that takes tens of milliseconds. Thread-safe.
 */
final class StatementEvents {

    private static final boolean AVAILABLE = isAvailable();

    private StatementEvents() {}

    private static boolean isAvailable() {
        try {
            FlightRecorder.isInitialized();
            return true;
        } catch (LinkageError e) {
            return false; // the run-time image lacks the module jdk.jfr
        }
    }

    /** Begins an event; returns null while no recording asks for one. */
    static Journal.@Nullable Event begin() {
        return AVAILABLE && FlightRecorder.isInitialized() ? Recorder.begin() : null;
    }

    /** Ends {@code event} with the figures of the execution. */
    static void end(Journal.Event event, ExecutionEvent execution) {
        Recorder.end((StatementEvent) event, execution);
    }

    /** The code that uses classes of the Flight Recorder, loaded with the first recording. */
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
            StackRoom.touch(); // first, because a stack overflow in the first commit would make a class of the recorder
            // unusable
            event.commit();
        }
    }
}
