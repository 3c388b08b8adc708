/** The command line for the reports of many JVMs. */
@NullMarked
package dev.tollbooth.fleet;

import org.jspecify.annotations.NullMarked;
