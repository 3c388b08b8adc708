@NullMarked
package dev.tollbooth.prometheus;

import org.jspecify.annotations.NullMarked;
