/** What keeps accounting from harming the application: the switch, and the failures that were caught. */
@NullMarked
package dev.tollbooth.accounting.control;

import org.jspecify.annotations.NullMarked;
