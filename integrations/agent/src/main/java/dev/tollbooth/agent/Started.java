package dev.tollbooth.agent;

import org.jspecify.annotations.Nullable;

/**
 * State that is set as the JVM starts, for the first connect. The state is static, because a JVM has one agent, and a
 * changed driver has no reference to the agent.
 */
final class Started {

    /** The engine, set once before any driver is changed. */
    static volatile @Nullable Engine engine;

    private Started() {}
}
