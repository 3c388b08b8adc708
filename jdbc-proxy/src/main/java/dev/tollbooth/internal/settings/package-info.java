/** Settings: keys, values, and the places where they are given. */
@NullMarked
package dev.tollbooth.internal.settings;

import org.jspecify.annotations.NullMarked;
