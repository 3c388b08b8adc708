@NullMarked
package dev.tollbooth.internal.prometheus;

import org.jspecify.annotations.NullMarked;
