/** Settings: keys, values, and the places that they come from. */
@NullMarked
package dev.tollbooth.internal.settings;

import org.jspecify.annotations.NullMarked;
