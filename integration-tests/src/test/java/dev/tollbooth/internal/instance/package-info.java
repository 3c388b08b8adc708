/** Access for tests to internal parts of the jar. */
@NullMarked
package dev.tollbooth.internal.instance;

import org.jspecify.annotations.NullMarked;
