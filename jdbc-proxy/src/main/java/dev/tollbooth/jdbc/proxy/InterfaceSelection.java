package dev.tollbooth.jdbc.proxy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which interfaces of a driver's class its proxy can declare.
 *
 * <p>Left out are those that are not public, sealed, in a package that is not exported, of another identity where the
 * proxy will live, or listed in {@code vendor-interfaces.skip}; of an interface left out its parents are tried.
 * Thread-safe: immutable.
 */
final class InterfaceSelection {

    private static final String RESOURCE = "vendor-interfaces.skip";

    private final List<String> skipped;

    private InterfaceSelection(List<String> skipped) {
        this.skipped = List.copyOf(skipped);
    }

    static InterfaceSelection load() {
        List<String> lines = new ArrayList<>();
        try (InputStream in = Objects.requireNonNull(InterfaceSelection.class.getResourceAsStream(RESOURCE), RESOURCE);
                BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    lines.add(line.strip());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("could not read " + RESOURCE, e);
        }
        return new InterfaceSelection(lines);
    }

    /** Returns the interfaces that a proxy of {@code driverClass} declares, those of {@code base} first. */
    List<Class<?>> of(Class<?> driverClass, Class<?> base) {
        Set<Class<?>> result = new LinkedHashSet<>();
        for (Class<?> type : base.getInterfaces()) {
            if (type.getName().startsWith("java.sql.")) {
                result.add(type);
            }
        }
        for (Class<?> c = driverClass; c != null; c = c.getSuperclass()) {
            add(c, driverClass.getClassLoader(), result);
        }
        return new ArrayList<>(result);
    }

    private void add(Class<?> type, @Nullable ClassLoader driverLoader, Set<Class<?>> result) {
        for (Class<?> candidate : type.getInterfaces()) {
            if (isFit(candidate, driverLoader)) {
                result.add(candidate);
            } else {
                add(candidate, driverLoader, result);
            }
        }
    }

    private boolean isFit(Class<?> type, @Nullable ClassLoader driverLoader) {
        return Modifier.isPublic(type.getModifiers())
                && !type.isSealed()
                && type.getModule().isExported(type.getPackageName())
                && isSame(type, driverLoader)
                && !isSkipped(type.getName());
    }

    private boolean isSkipped(String name) {
        for (String entry : skipped) {
            if (entry.endsWith(".") ? name.startsWith(entry) : name.equals(entry)) {
                return true;
            }
        }
        return false;
    }

    /** Whether {@code loader} knows {@code type} by its name. */
    static boolean isSame(Class<?> type, @Nullable ClassLoader loader) {
        try {
            return Class.forName(type.getName(), false, loader) == type;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }
}
