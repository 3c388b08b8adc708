/**
 * A project with orders and lines, which tests its statements. It is outside of the package of the assertions, whose
 * frames don't count as the project's.
 */
@NullMarked
package dev.tollbooth.junit.orders;

import org.jspecify.annotations.NullMarked;
