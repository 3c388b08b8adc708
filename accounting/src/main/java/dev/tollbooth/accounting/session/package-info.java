/** Connections and what runs on them now. */
@NullMarked
package dev.tollbooth.accounting.session;

import org.jspecify.annotations.NullMarked;
