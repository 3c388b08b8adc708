/** Immutable figures of statements, and the read-only views that return them. */
@NullMarked
package dev.tollbooth.statement;

import org.jspecify.annotations.NullMarked;
