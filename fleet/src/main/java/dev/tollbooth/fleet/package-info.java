/** The command line of many JVMs: what their reports add up to. */
@NullMarked
package dev.tollbooth.fleet;

import org.jspecify.annotations.NullMarked;
