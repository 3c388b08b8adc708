/** Assertions on what a piece of a test executes: how many statements, which, and whether one is repeated. */
@NullMarked
package dev.tollbooth.junit;

import org.jspecify.annotations.NullMarked;
