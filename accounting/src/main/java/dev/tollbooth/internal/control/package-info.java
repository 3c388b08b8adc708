/** Utilities that all other packages share: switch, schedulers, failures and problems, the log. */
@NullMarked
package dev.tollbooth.internal.control;

import org.jspecify.annotations.NullMarked;
