package dev.tollbooth.agent;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.File;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.HashSet;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The agent: {@code -javaagent:tollbooth-agent.jar=key=value,key=value}. */
public final class TollboothAgent {

    private TollboothAgent() {}

    /**
     * Begins to account for drivers that are loaded from now on; the application starts even if this fails.
     *
     * @param arguments settings, {@code key=value} separated by commas, or null
     * @param instrumentation the JVM's instrumentation
     */
    public static void premain(String arguments, Instrumentation instrumentation) {
        try {
            AgentArguments given = AgentArguments.of(arguments);
            File jar = new File(TollboothAgent.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            Engine engine = new Engine(jar, given.settings());
            Started.engine = engine;
            DriverTransformer drivers = new DriverTransformer(given.classes(), engine);
            instrumentation.addTransformer(drivers);
            String version = TollboothAgent.class.getPackage().getImplementationVersion();
            AgentLog.say("Tollbooth" + (version == null ? "" : " " + version) + " accounts for JDBC drivers that load"
                    + " from now on: instance=" + given.settings().getOrDefault("tollbooth.name", "default")
                    + ", known classes=" + drivers.knownClasses());
        } catch (Throwable t) {
            AgentLog.say("agent not started: error=" + t + ", the application continues unaccounted");
        }
    }

    /**
     * A transformer that changes the classes with known names, and ignores all others.
     *
     * <p>Thread-safe.
     */
    static final class DriverTransformer implements ClassFileTransformer {

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
}
