/** SQL text into tokens, dialect by dialect, and where passwords stand among them. */
@NullMarked
package dev.tollbooth.internal.lexer;

import org.jspecify.annotations.NullMarked;
