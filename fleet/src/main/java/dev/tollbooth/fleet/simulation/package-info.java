/** Simulated report files of many JVMs, for tests, measurements and demos. */
@NullMarked
package dev.tollbooth.fleet.simulation;

import org.jspecify.annotations.NullMarked;
