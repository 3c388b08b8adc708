/** Connections and what runs on them now. */
@NullMarked
package dev.tollbooth.accounting.journal;

import org.jspecify.annotations.NullMarked;
