/** What people read, in a log or on a terminal: nothing from outside moves the cursor or begins a line of its own. */
@NullMarked
package dev.tollbooth.accounting.text;

import org.jspecify.annotations.NullMarked;
