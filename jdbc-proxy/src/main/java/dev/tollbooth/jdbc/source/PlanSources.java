package dev.tollbooth.jdbc.source;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** The sources of plans, those that come with Tollbooth and those on the class path. Thread-safe: without state. */
public final class PlanSources {

    private PlanSources() {}

    /**
     * Returns the source that {@code options} name, null if that is none.
     *
     * @throws IllegalArgumentException if there is no source of that name: names all that there are
     */
    public static @Nullable PlanSource named(PlanOptions options) {
        String name = options.source();
        if (name.equals(PlanOptions.OFF)) {
            return null;
        }
        List<String> names = new ArrayList<>(List.of(PlanOptions.OFF));
        for (PlanSource source : ServiceLoader.load(PlanSource.class, PlanSource.class.getClassLoader())) {
            if (source.name().equals(name)) {
                return source;
            }
            names.add(source.name());
        }
        throw new IllegalArgumentException("unknown source of plans: tollbooth.plan.source=" + name + ", use one of "
                + String.join(", ", names) + ", or put a " + PlanSource.class.getName()
                + " of that name on the class path");
    }
}
