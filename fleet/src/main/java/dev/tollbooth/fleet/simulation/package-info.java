/** Report files of JVMs that do not exist, by a model, for tests, measurements and as a demo. */
@NullMarked
package dev.tollbooth.fleet.simulation;

import org.jspecify.annotations.NullMarked;
