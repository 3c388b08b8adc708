/** Lexers that split SQL text into tokens by dialect, and the search for passwords among the tokens. */
@NullMarked
package dev.tollbooth.internal.lexer;

import org.jspecify.annotations.NullMarked;
