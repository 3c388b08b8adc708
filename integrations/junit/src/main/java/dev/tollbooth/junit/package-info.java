/** Assertions on the statements of a test: their number, their repetitions, and advice. */
@NullMarked
package dev.tollbooth.junit;

import org.jspecify.annotations.NullMarked;
