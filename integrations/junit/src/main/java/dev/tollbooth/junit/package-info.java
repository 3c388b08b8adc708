/** Assertions on the statements of a test: their number, their kinds, and repetitions. */
@NullMarked
package dev.tollbooth.junit;

import org.jspecify.annotations.NullMarked;
