@NullMarked
package dev.tollbooth.internal.trace;

import org.jspecify.annotations.NullMarked;
