package dev.tollbooth.agent;

import org.jspecify.annotations.Nullable;

/**
 * State that is set as the JVM starts, for the first connect. It is static, because a JVM has one agent, and a driver
 * can't reach it otherwise.
 */
final class Started {

    /** The engine, set once before any driver is changed. */
    static volatile @Nullable Engine engine;

    private Started() {}
}
