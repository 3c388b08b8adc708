/**
 * Classes in the agent's own loader, beside Tollbooth, which change drivers' classes and account for their connections.
 */
@NullMarked
package dev.tollbooth.agent.engine;

import org.jspecify.annotations.NullMarked;
