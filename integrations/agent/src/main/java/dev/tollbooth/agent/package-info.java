/**
 * What a JVM sees of the agent: it looks at the names of the classes that are loaded, and leads known drivers to the
 * engine, which lives in a loader of its own.
 */
@NullMarked
package dev.tollbooth.agent;

import org.jspecify.annotations.NullMarked;
