/** The command line: plain commands, exit codes 0 (done), 1 (found nothing, or a bad file) and 2 (bad usage). */
@NullMarked
package dev.tollbooth.cli;

import org.jspecify.annotations.NullMarked;
