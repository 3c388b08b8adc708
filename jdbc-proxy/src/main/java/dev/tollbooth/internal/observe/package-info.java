/** Who watches the executions of a thread, one by one, while a scope is open: the tests of an application. */
@NullMarked
package dev.tollbooth.internal.observe;

import org.jspecify.annotations.NullMarked;
