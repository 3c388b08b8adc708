package dev.tollbooth.agent;

import org.jspecify.annotations.Nullable;

/** What the JVM's start leaves for the first connect: a JVM has one agent, and a driver no other way to it. */
final class Started {

    /** Set once, before any driver is changed. */
    static volatile @Nullable Engine engine;

    private Started() {}
}
