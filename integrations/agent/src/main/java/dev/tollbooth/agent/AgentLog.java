package dev.tollbooth.agent;

/**
 * A writer of the agent's lines to standard error, because an application's logging is not set up yet as the JVM
 * starts, and we must not set it up.
 */
final class AgentLog {

    private AgentLog() {}

    @SuppressWarnings("SystemOut")
    static void say(String text) {
        System.err.println("[tollbooth-agent] " + text);
    }
}
