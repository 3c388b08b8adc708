/**
 * The command line. Exit codes are 0 (done), 1 (found nothing, or a bad file), 2 (bad usage) and 3 (a change that fails
 * a build).
 */
@NullMarked
package dev.tollbooth.cli;

import org.jspecify.annotations.NullMarked;
