/** A project that has orders with lines, and tests what it executes: the package of the assertions themselves is none of it. */
@NullMarked
package dev.tollbooth.junit.orders;

import org.jspecify.annotations.NullMarked;
