@NullMarked
package dev.tollbooth.internal.metrics;

import org.jspecify.annotations.NullMarked;
