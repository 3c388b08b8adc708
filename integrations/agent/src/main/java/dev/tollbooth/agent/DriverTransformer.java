package dev.tollbooth.agent;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.HashSet;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A transformer that changes the classes with known names, and ignores all others.
 *
 * <p>Thread-safe.
 */
final class DriverTransformer implements ClassFileTransformer {

    /** The names of the classes with slashes, as the JVM passes them. */
    private final Set<String> names = new HashSet<>();

    private final Engine engine;

    @GuardedBy("this")
    private @Nullable UnaryOperator<byte[]> weaver;

    DriverTransformer(Set<String> further, Engine engine) {
        this.engine = engine;
        for (String name : DriverClasses.NAMES) {
            names.add(name.replace('.', '/'));
        }
        for (String name : further) {
            names.add(name.replace('.', '/'));
        }
    }

    int knownClasses() {
        return names.size();
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable ClassLoader loader,
            @Nullable String name,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] bytes) {
        if (name == null || !names.contains(name) || loader instanceof EngineClassLoader) {
            return null;
        }
        try {
            byte[] woven = weaver().apply(bytes);
            return woven == bytes ? null : woven;
        } catch (Throwable t) {
            AgentLog.say("driver not accounted: class=" + name.replace('/', '.') + ", error=" + t);
            return null;
        }
    }

    private synchronized UnaryOperator<byte[]> weaver() throws Exception {
        UnaryOperator<byte[]> known = weaver;
        if (known == null) {
            known = engine.weaver();
            weaver = known;
        }
        return known;
    }
}
