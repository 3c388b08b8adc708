/**
 * The agent as the JVM sees it: it looks at the names of loaded classes and leads known drivers to the engine, which lives in a loader of its own.
 */
@NullMarked
package dev.tollbooth.agent;

import org.jspecify.annotations.NullMarked;
