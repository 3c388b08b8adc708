/** What all parts share: the switch, schedulers, failures and problems, the log. */
@NullMarked
package dev.tollbooth.internal.control;

import org.jspecify.annotations.NullMarked;
