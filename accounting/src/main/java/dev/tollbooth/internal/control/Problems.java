package dev.tollbooth.internal.control;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * The problems of an instance that its user can solve. Failures of Tollbooth itself are in {@link Failures}. A
 * permanent problem is logged when it is added, and stays visible.
 *
 * <p>Thread-safe.
 */
public final class Problems {

    @GuardedBy("this")
    private final List<Problem> found = new ArrayList<>();

    private final List<Supplier<List<Problem>>> passing = new CopyOnWriteArrayList<>();

    /** Makes a list without problems. */
    public Problems() {}

    /** Logs {@code problem} and keeps it visible from now on. */
    public void add(Problem problem) {
        synchronized (this) {
            found.remove(problem);
            found.add(problem);
        }
        Log.warning(problem.what() + ": " + problem.cause());
    }

    /**
     * Adds a source of temporary problems. Each call of {@link #found} asks the source. The source logs its problems
     * itself.
     */
    public void include(Supplier<List<Problem>> now) {
        passing.add(now);
    }

    /** Returns the permanent problems, each once, and the temporary ones of this moment. */
    public List<Problem> found() {
        List<Problem> all = new ArrayList<>();
        synchronized (this) {
            all.addAll(found);
        }
        passing.forEach(now -> all.addAll(now.get()));
        return all;
    }
}
