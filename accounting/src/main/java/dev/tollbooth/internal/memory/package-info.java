/** How much memory the accounts take, and what is done about it. */
@NullMarked
package dev.tollbooth.internal.memory;

import org.jspecify.annotations.NullMarked;
