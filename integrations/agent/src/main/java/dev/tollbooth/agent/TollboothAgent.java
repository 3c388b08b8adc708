package dev.tollbooth.agent;

import java.io.File;
import java.lang.instrument.Instrumentation;

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
}
