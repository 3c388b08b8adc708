package dev.tollbooth.agent;

/**
 * The agent's lines, on standard error: as the JVM starts, an application's logging is not set up yet, and must not be by us.
 */
final class AgentLog {

    private AgentLog() {}

    @SuppressWarnings("SystemOut")
    static void say(String text) {
        System.err.println("[tollbooth-agent] " + text);
    }
}
