/** The parts that all others share: switch, schedulers, failures and problems, the log. */
@NullMarked
package dev.tollbooth.internal.control;

import org.jspecify.annotations.NullMarked;
