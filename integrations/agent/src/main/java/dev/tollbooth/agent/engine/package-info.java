/** What the agent's own loader holds beside Tollbooth: changes drivers' classes, and accounts for their connections. */
@NullMarked
package dev.tollbooth.agent.engine;

import org.jspecify.annotations.NullMarked;
