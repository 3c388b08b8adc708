/**
 * The agent's classes that the application's class loaders see. They check the names of loaded classes and connect
 * known drivers to the engine, which is in a class loader of its own.
 */
@NullMarked
package dev.tollbooth.agent;

import org.jspecify.annotations.NullMarked;
