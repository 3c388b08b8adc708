/**
 * The agent's classes beside Tollbooth, in a class loader of their own, which change drivers' classes and account for
 * their connections.
 */
@NullMarked
package dev.tollbooth.agent.engine;

import org.jspecify.annotations.NullMarked;
