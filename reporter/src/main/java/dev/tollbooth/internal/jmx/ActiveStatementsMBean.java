package dev.tollbooth.internal.jmx;

import static javax.management.openmbean.SimpleType.BOOLEAN;
import static javax.management.openmbean.SimpleType.INTEGER;
import static javax.management.openmbean.SimpleType.LONG;

import dev.tollbooth.internal.control.Failures;
import dev.tollbooth.internal.control.Place;
import dev.tollbooth.internal.journal.QueryLimit;
import dev.tollbooth.internal.journal.SessionRegistry;
import dev.tollbooth.statement.RunningStatement;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The MBean {@code ActiveStatements}: running statements, and an operation that cancels one. */
final class ActiveStatementsMBean {

    private ActiveStatementsMBean() {}

    static OpenMBean of(SessionRegistry sessions, Failures failures, int topRows) {
        OpenMBean.Builder bean = OpenMBean.of("ActiveStatements", "SQL statements that run now")
                .table(
                        "Running",
                        "statements that run now, the longest running first, at most 200",
                        running(),
                        () -> StatementsMBean.first(sessions.list(), topRows))
                .attribute(
                        "Count",
                        "number of statements that run now",
                        INTEGER,
                        () -> sessions.list().size())
                .attribute("Connections", "number of open connections", INTEGER, sessions::size)
                .action(
                        "cancel",
                        "cancels this execution and never a later one; false if it has ended",
                        BOOLEAN,
                        List.of(OpenMBean.text("id", "the id of a row of Running")),
                        given -> cancel(sessions, failures, (String) given[0]));
        QueryLimit limit = sessions.queryLimit();
        if (limit != null) {
            limited(bean, limit);
        }
        return bean.build();
    }

    /** Adds the figures of {@code memory.query-limit}. */
    private static void limited(OpenMBean.Builder bean, QueryLimit limit) {
        bean.attribute(
                        "QueryLimitBytes",
                        "bytes that a call may allocate (memory.query-limit)",
                        LONG,
                        limit::limitBytes)
                .attribute("CancelsSent", "cancels sent because of memory.query-limit", LONG, limit::sentCount)
                .attribute("CancelledCalls", "calls that memory.query-limit has cancelled", LONG, limit::cancelledCount)
                .attribute(
                        "SuspectCancels",
                        "cancels that took longer than the connection waited for them",
                        LONG,
                        limit::suspectCount)
                .attribute(
                        "UnwatchedCalls",
                        "calls on virtual threads, whose allocation is unknown",
                        LONG,
                        limit::unwatchedCount);
    }

    private static OpenTable<RunningStatement> running() {
        return OpenTable.<RunningStatement>of("Running", "statements that run now, the longest running first", "id")
                .text("id", "identifies this execution, for cancel", RunningStatement::id)
                .text("user", "the user that the execution counts for; empty if unknown", RunningStatement::user)
                .text("digest", "its digest", row -> row.digest().hex())
                .text(
                        "text",
                        "the normalized text of the statement",
                        row -> row.digest().text())
                .whole(
                        "elapsed",
                        "milliseconds since the execution began",
                        row -> TimeUnit.NANOSECONDS.toMillis(row.elapsedNanos()))
                .fraction("ru", "estimated request units so far; null if request units are off", RunningStatement::ru)
                .whole(
                        "clientBytes",
                        "bytes that the executing thread has allocated so far; null without memory.query-limit",
                        RunningStatement::clientBytes)
                .text(
                        "origin",
                        "the part of the application that executes the statement; empty if unknown",
                        RunningStatement::origin)
                .build();
    }

    private static boolean cancel(SessionRegistry sessions, Failures failures, String id) {
        try {
            return sessions.cancel(id);
        } catch (Exception e) {
            failures.caught(Place.CANCEL, e);
            // not as the cause: a client may lack the driver's classes, and the text may hold a literal
            throw new IllegalStateException("the driver refused to cancel: exception="
                    + e.getClass().getName() + "; the statement may have ended, see Running");
        }
    }
}
