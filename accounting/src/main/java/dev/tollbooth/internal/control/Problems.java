package dev.tollbooth.internal.control;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * The problems of an instance's settings. Each one is logged when it is found, and shown from then on. It is for
 * the user to mend, and so no failure of Tollbooth's own ({@link Failures}).
 *
 * <p>Thread-safe.
 */
public final class Problems {

    @GuardedBy("this")
    private final List<Problem> found = new ArrayList<>();

    private final List<Supplier<List<Problem>>> passing = new CopyOnWriteArrayList<>();

    /** No problem yet. */
    public Problems() {}

    /** Logs {@code problem} and shows it from now on. */
    public void add(Problem problem) {
        synchronized (this) {
            found.remove(problem);
            found.add(problem);
        }
        Log.warning(problem.what() + ": " + problem.cause());
    }

    /** Shows what {@code now} gives, each time that somebody looks: what passes by itself, and is logged by others. */
    public void include(Supplier<List<Problem>> now) {
        passing.add(now);
    }

    /** Returns what was found, each once, and what is so now. */
    public List<Problem> found() {
        List<Problem> all = new ArrayList<>();
        synchronized (this) {
            all.addAll(found);
        }
        passing.forEach(now -> all.addAll(now.get()));
        return all;
    }
}
