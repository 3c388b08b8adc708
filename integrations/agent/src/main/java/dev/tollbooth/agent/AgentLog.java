package dev.tollbooth.agent;

/**
 * A writer of the agent's messages to standard error. While the JVM starts, the application's logging is not set up
 * yet, and the agent must not set it up.
 */
final class AgentLog {

    private AgentLog() {}

    @SuppressWarnings("SystemOut")
    static void say(String text) {
        System.err.println("[tollbooth-agent] " + text);
    }
}
