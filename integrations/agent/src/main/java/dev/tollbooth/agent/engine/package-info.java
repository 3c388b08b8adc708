/**
 * The agent's classes that change drivers' classes and account for the drivers' connections. These classes and
 * Tollbooth have a class loader of their own.
 */
@NullMarked
package dev.tollbooth.agent.engine;

import org.jspecify.annotations.NullMarked;
