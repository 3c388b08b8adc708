package dev.tollbooth.internal.plan;

import dev.tollbooth.internal.control.PrintableText;
import dev.tollbooth.spi.PlanSource;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** The sources of plans, those that come with Tollbooth and those on the class path. Thread-safe: stateless. */
public final class PlanSources {

    private PlanSources() {}

    /**
     * Returns the source with this name, null for {@code off}.
     *
     * @throws IllegalArgumentException if no source has that name, or one on the class path is broken; the message
     *     names all sources
     */
    public static @Nullable PlanSource named(String name) {
        if (name.equals(PlanOptions.OFF)) {
            return null;
        }
        List<String> names = new ArrayList<>(List.of(PlanOptions.OFF));
        try {
            for (PlanSource source : ServiceLoader.load(PlanSource.class, PlanSource.class.getClassLoader())) {
                if (source.name().equals(name)) {
                    return source;
                }
                names.add(source.name());
            }
        } catch (ServiceConfigurationError e) {
            throw new IllegalArgumentException(
                    "could not load the sources of plans: tollbooth.plan.source=" + name + ", " + e.getMessage()
                            + "; correct or remove that one",
                    e);
        }
        throw new IllegalArgumentException(
                "unknown source of plans: tollbooth.plan.source=" + PrintableText.escape(name) + ", use one of "
                        + String.join(", ", names) + ", or put a " + PlanSource.class.getName()
                        + " of that name on the class path");
    }
}
