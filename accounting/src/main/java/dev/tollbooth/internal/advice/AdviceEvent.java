package dev.tollbooth.internal.advice;

import dev.tollbooth.statement.Advice;
import java.util.Objects;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A Flight Recorder event for a new piece of advice. */
@Name("dev.tollbooth.Advice")
@Label("SQL Advice")
@Category("Tollbooth")
@Description("Something to change in the application, found for the first time")
@StackTrace(false)
final class AdviceEvent extends Event {

    @Label("Kind")
    String kind = "";

    @Label("Digest")
    String digest = "";

    @Label("About")
    String about = "";

    @Label("Origin")
    String origin = "";

    @Label("Why")
    String why = "";

    @Label("Saved Seconds")
    double savedSeconds;

    @Label("Saved Round Trips")
    long savedRoundTrips;

    @Label("Share")
    double share;

    @Label("Remedy")
    String remedy = "";

    /** Records a piece of advice. */
    static void commit(Advice advice) {
        AdviceEvent event = new AdviceEvent();
        event.kind = advice.kind();
        event.digest = Objects.requireNonNullElse(advice.digest(), "");
        event.about = advice.about();
        event.origin = Objects.requireNonNullElse(advice.origin(), "");
        event.why = advice.why();
        event.savedSeconds = advice.savedSeconds();
        event.savedRoundTrips = advice.savedRoundTrips();
        event.share = advice.share();
        event.remedy = advice.remedy();
        event.commit();
    }
}
