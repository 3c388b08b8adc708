package dev.tollbooth.internal.execution;

import dev.tollbooth.internal.journal.Journal;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** A Flight Recorder event of one execution, without literals and parameters. */
@Name("dev.tollbooth.Statement")
@Label("SQL Statement")
@Category("Tollbooth")
@Description("An execution of a SQL statement, as the client saw it")
@Threshold("20 ms")
@StackTrace
final class StatementEvent extends Event implements Journal.Event {

    /** The value that the recorder's tools show as N/A. */
    static final long UNKNOWN = Long.MIN_VALUE;

    @Label("Digest")
    String digest = "";

    @Label("Plan Digest")
    @Description("The plan, empty if unknown")
    String planDigest = "";

    @Label("Summary")
    String summary = "";

    @Label("User")
    String user = "";

    @Label("Schema")
    String schema = "";

    @Label("Origin")
    @Description("The part of the application that executes it, empty if unknown")
    String origin = "";

    @Label("Request Units")
    @Description("Request units known at the execution's end: reported, or estimated without its rows; NaN if unknown")
    double requestUnits;

    @Label("Rows Affected")
    @Description("The driver's number; N/A, the least long, if it did not report all of them")
    long rowsAffected;

    @Label("Error Class")
    String errorClass = "";
}
