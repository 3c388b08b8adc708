/** What statements cost, in immutable figures, and the read-only views that give them. */
@NullMarked
package dev.tollbooth.statement;

import org.jspecify.annotations.NullMarked;
