package dev.tollbooth.spring;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.tollbooth.jdbc.Tollbooth;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.core.env.Environment;

/**
 * The Tollbooth instances of one application context. Each is created at the first use of its name, and closed with the
 * context.
 *
 * <p>Thread-safe by one lock, under which instances are created.
 */
public final class TollboothInstances implements DisposableBean {

    private static final String NAME = "tollbooth.name";
    private static final String SERVICE = "service.name";

    private final Environment environment;

    @GuardedBy("this")
    private final Map<String, Tollbooth> byName = new LinkedHashMap<>();

    @GuardedBy("this")
    private @Nullable Map<String, String> settings;

    TollboothInstances(Environment environment) {
        this.environment = environment;
    }

    /** {@return the instance of all data sources that have no name of their own; its name is {@code tollbooth.name}} */
    public Tollbooth shared() {
        return named("");
    }

    /**
     * {@return the instance of this name, created at the first call}
     *
     * @param name a name from {@code tollbooth.spring.names.BEAN}; empty for {@code tollbooth.name}
     */
    public synchronized Tollbooth named(String name) {
        Tollbooth known = byName.get(name);
        if (known == null) {
            Map<String, String> read = new LinkedHashMap<>(settings());
            if (!name.isEmpty()) {
                read.put(NAME, name);
            }
            known = Tollbooth.builder()
                    .settings(EnvironmentSettings.PLACE, read)
                    .build();
            byName.put(name, known);
        }
        return known;
    }

    /** {@return the instances so far} */
    public synchronized List<Tollbooth> list() {
        return new ArrayList<>(byName.values());
    }

    private synchronized Map<String, String> settings() {
        Map<String, String> read = settings;
        if (read == null) {
            read = EnvironmentSettings.of(environment);
            String application = EnvironmentSettings.value(environment, "spring.application.name");
            if (application != null) {
                read.put(SERVICE, application);
            }
            settings = read;
        }
        return read;
    }

    @Override
    public synchronized void destroy() {
        byName.values().forEach(Tollbooth::close);
        byName.clear();
    }
}
