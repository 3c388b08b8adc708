package dev.tollbooth.agent;

import org.jspecify.annotations.Nullable;

/**
 * State from the JVM's start for the first connect. It is static, because a JVM has one agent, and a driver has no
 * other way to it.
 */
final class Started {

    /** The engine, set once before any driver is changed. */
    static volatile @Nullable Engine engine;

    private Started() {}
}
