package dev.tollbooth.internal.control;

import java.util.ArrayList;
import java.util.List;

/**
 * What the settings of an instance ask for and can't be had: each is logged as it is found, and shown from then on. It is for
 * the user to mend, and so no failure of Tollbooth's own ({@link Failures}).
 *
 * <p>Thread-safe.
 */
public final class Problems {

    private final List<Problem> found = new ArrayList<>(); // guarded by this

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

    /** Returns what was found, each once. */
    public synchronized List<Problem> found() {
        return List.copyOf(found);
    }
}
