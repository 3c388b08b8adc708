package dev.tollbooth.internal.advice;

import dev.tollbooth.internal.control.Log;
import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.statement.Advice;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import jdk.jfr.FlightRecorder;

/**
 * A task that reports new findings. Each finding becomes one Flight Recorder event. If new findings have a share above
 * a tenth, each run writes one log line with the greatest of them and the number of the others. See {@link
 * Advice#share}. After {@value #MOST_TOLD} findings, no more are reported.
 *
 * <p>Not thread-safe: one scheduled task calls this.
 */
public final class AdviceWatch implements Runnable {

    /** The time between two runs, in nanoseconds. */
    public static final long PERIOD_NANOS = 60_000_000_000L;

    private static final double LOGGED_SHARE = 0.1;
    /** The most findings that are remembered. Further findings are reported only after a restart. */
    private static final int MOST_TOLD = 200;

    private final Supplier<List<Advice>> advice;
    private final Set<String> told = new HashSet<>();
    private final Set<String> logged = new HashSet<>();

    /** Makes a watch of the findings that {@code advice} returns. */
    public AdviceWatch(Supplier<List<Advice>> advice) {
        this.advice = advice;
    }

    @Override
    public void run() {
        Advice greatest = null;
        int more = 0;
        for (Advice each : advice.get()) {
            String key = each.kind() + ":" + Objects.requireNonNullElse(each.digest(), "") + ":" + each.schema();
            if (told.size() < MOST_TOLD && told.add(key)) {
                commit(each);
            }
            if (each.share() > LOGGED_SHARE && logged.size() < MOST_TOLD && logged.add(key)) {
                more += greatest == null ? 0 : 1;
                greatest = greatest == null ? each : greatest;
            }
        }
        if (greatest != null) {
            Log.info(PrintableText.escape(line(greatest)) + (more == 0 ? "" : ", further new findings=" + more));
        }
    }

    private static String line(Advice advice) {
        return String.format(
                Locale.ROOT,
                "advice: kind=%s, about=%s, origin=%s, share=%.0f%%, why=%s; %s Mute it: tollbooth.advice.mute=%s",
                advice.kind(),
                advice.about(),
                Objects.requireNonNullElse(advice.origin(), "-"),
                100 * advice.share(),
                advice.why(),
                advice.remedy(),
                advice.digest() == null
                        ? advice.kind()
                        : advice.kind() + ":" + advice.digest().substring(0, 8));
    }

    private static void commit(Advice advice) {
        try {
            if (FlightRecorder.isInitialized()) {
                AdviceEvent.commit(advice);
            }
        } catch (NoClassDefFoundError e) {
            // the run-time image lacks the module jdk.jfr
        }
    }
}
